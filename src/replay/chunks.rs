//! Reading a log in chunks of whole games, so that memory does not grow with the number of games.

use std::io::{self, Read};

use crate::log::begins_game;

/// Whole games of a log.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Their bytes.
    pub bytes: Vec<u8>,
    /// Lines of the log before them.
    pub lines_before: usize,
    /// Whether a single game was too long to be read whole: the chunk holds its beginning, and nothing follows.
    pub cut: bool,
}

/// Cuts what it reads between games.
#[derive(Debug)]
pub struct Chunks<R> {
    input: R,
    /// Bytes read and not given out yet.
    rest: Vec<u8>,
    /// The room of a chunk that has served.
    spare: Vec<u8>,
    lines: usize,
    ended: bool,
    /// How many bytes a chunk has about.
    size: usize,
    /// How many bytes one game may have.
    most: usize,
}

/// About as much as keeps a core busy for long, and no more: fresh memory costs time.
const CHUNK_A_THREAD: usize = 1 << 20;
/// No chunk has more, however many threads there are.
const LARGEST_CHUNK: usize = 16 << 20;
/// More than 100,000 turns with their claims take.
const LONGEST_GAME: usize = 64 << 20;

impl<R: Read> Chunks<R> {
    /// Chunks of what `input` gives, each enough for so many threads.
    pub fn new(input: R, threads: usize) -> Self {
        Self::with_sizes(
            input,
            CHUNK_A_THREAD.saturating_mul(threads).clamp(CHUNK_A_THREAD, LARGEST_CHUNK),
            LONGEST_GAME,
        )
    }

    fn with_sizes(input: R, size: usize, most: usize) -> Self {
        Self { input, rest: Vec::new(), spare: Vec::new(), lines: 0, ended: false, size, most }
    }

    /// The next chunk; none at the end.
    ///
    /// # Errors
    /// Where reading fails.
    pub fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let mut wanted = self.size;
        loop {
            self.fill(wanted)?;
            if self.ended && self.rest.is_empty() {
                return Ok(None);
            }
            let cut = !self.ended && self.rest.len() > self.most;
            let end = if self.ended { Some(self.rest.len()) } else { last_boundary(&self.rest) };
            if let Some(end) = end.or(cut.then_some(self.rest.len())) {
                let mut tail = std::mem::take(&mut self.spare);
                tail.extend_from_slice(&self.rest[end..]);
                self.rest.truncate(end);
                let bytes = std::mem::replace(&mut self.rest, tail);
                let chunk = Chunk { lines_before: self.lines, cut, bytes };
                self.lines += memchr::memchr_iter(b'\n', &chunk.bytes).count();
                if cut {
                    self.rest.clear();
                    self.ended = true;
                }
                return Ok(Some(chunk));
            }
            wanted = self.rest.len() * 2;
        }
    }

    /// Takes back a chunk that has served, for its room: fresh room costs more than reading into it.
    pub fn reuse(&mut self, chunk: Chunk) {
        let mut bytes = chunk.bytes;
        bytes.clear();
        // One that an overlong game has widened is not kept.
        bytes.shrink_to(2 * self.size);
        self.spare = bytes;
    }

    /// Reads until so many bytes are there, or the end.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        if !self.ended && self.rest.len() < wanted {
            let missing = (wanted - self.rest.len()) as u64;
            let read = self.input.by_ref().take(missing).read_to_end(&mut self.rest)?;
            self.ended = (read as u64) < missing;
        }
        Ok(())
    }
}

/// Where the last game of some text begins, if another stands before it.
fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    // A line that is not whole yet may still become a header.
    while let Some(at) = memchr::memrchr(b'\n', &bytes[..end]) {
        let line = &bytes[at + 1..end];
        if begins_game(line) {
            return Some(at + 1);
        }
        end = at;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, size: usize, most: usize) -> Vec<(String, usize, bool)> {
        let mut chunks = Chunks::with_sizes(text.as_bytes(), size, most);
        let mut all = Vec::new();
        while let Some(chunk) = chunks.next_chunk().expect("reading from memory cannot fail") {
            all.push((String::from_utf8(chunk.bytes.clone()).expect("ASCII"), chunk.lines_before, chunk.cut));
            chunks.reuse(chunk);
        }
        all
    }

    #[test]
    fn chunks_are_cut_between_games_and_lose_nothing() {
        let text = "# head\ngame: a\n1\n2\n game: b\n3\ngame: c\n";
        for size in 1..60 {
            let chunks = all(text, size, 1000);
            assert_eq!(chunks.iter().map(|chunk| chunk.0.as_str()).collect::<String>(), text);
            for (bytes, lines, cut) in &chunks[1..] {
                assert!(bytes.trim_start().starts_with("game:") && !cut, "{size}: {bytes}");
                let before = text.find(bytes.as_str()).expect("a part");
                assert_eq!(*lines, text[..before].matches('\n').count());
            }
        }
    }

    #[test]
    fn a_game_without_end_is_cut_and_said_to_be() {
        let text = format!("game: a\n{}", "x\n".repeat(100));
        let chunks = all(&text, 8, 32);
        assert_eq!(chunks.len(), 1);
        assert!(chunks[0].2 && chunks[0].0.len() < text.len());
    }
}
