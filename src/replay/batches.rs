//! Reading logs in batches of whole games: memory does not grow with the number of games, and many small logs make as
//! much work at a time as a large one.
//!
//! What must stay true: which games there are, and where a game that is too long is cut, hangs neither on the number of
//! threads nor on how many bytes a read gives.

use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::sync::Arc;

use super::pipe::Pipe;
use crate::log::{GameBytes, begins_game, split};

/// A log to read games from.
pub trait Log: Sync {
    /// Its name as messages show it.
    fn file(&self) -> Arc<str>;

    /// Whether whoever reads it may have to wait, as on a pipe: then each game is taken as soon as it is there.
    fn waits(&self) -> bool;

    /// Opens it, once.
    ///
    /// # Errors
    /// Where it cannot be opened.
    fn open(&self) -> io::Result<Box<dyn Read + Send>>;
}

/// A log in memory.
#[derive(Clone, Debug)]
pub struct TextLog<'a> {
    /// Its name.
    pub file: Arc<str>,
    /// Its text.
    pub text: &'a [u8],
}

impl Log for TextLog<'_> {
    fn file(&self) -> Arc<str> {
        self.file.clone()
    }

    fn waits(&self) -> bool {
        false
    }

    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(Cursor::new(self.text.to_vec())))
    }
}

/// Whole games of one log or several.
#[derive(Debug)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    /// Where they stand.
    pub(super) stretches: Vec<Stretch>,
    /// The log that cannot be read, behind all of them; nothing follows.
    failed: Option<Failed>,
}

/// A log's name, and why it cannot be read.
type Failed = (Arc<str>, io::Error);

/// Some games of a log, one behind the other.
#[derive(Debug)]
pub(super) struct Stretch {
    /// The number of the log.
    pub(super) log: usize,
    /// Its name.
    pub(super) file: Arc<str>,
    /// Lines of the log before them.
    pub(super) lines_before: usize,
    /// What comes then.
    pub(super) then: Then,
    /// Where they stand in the batch.
    range: Range<usize>,
}

/// What comes behind a stretch.
#[derive(Debug)]
pub(super) enum Then {
    /// More of the log.
    More,
    /// Another log, or nothing.
    End,
    /// The same, as the last game was too long to be read whole: the stretch holds its beginning.
    Cut,
}

impl Batch {
    /// The games of a stretch, with their places in the log.
    pub(super) fn games(&self, stretch: &Stretch) -> Vec<GameBytes<'_>> {
        let mut games = split(&self.bytes[stretch.range.clone()]);
        for game in &mut games {
            game.lines_before += stretch.lines_before;
        }
        games
    }
}

/// Cuts what it reads between games.
pub(super) struct Batches<'l, L> {
    logs: &'l [L],
    /// The number of the log that is opened next.
    next: usize,
    open: Option<Open>,
    /// Bytes read of the open log and not given out yet.
    rest: Vec<u8>,
    /// The room of a batch that has served.
    spare: Vec<u8>,
    /// How many bytes a batch has about.
    size: usize,
    /// How many bytes one game may have.
    most: usize,
}

/// About as much as keeps a core busy for long, and no more: fresh memory costs time.
const BATCH_A_THREAD: usize = 1 << 20;
/// No batch has more, however many threads there are, but where one game has.
const LARGEST_BATCH: usize = 16 << 20;
/// More than 100,000 turns with their claims take.
const LONGEST_GAME: usize = 64 << 20;

impl<'l, L: Log> Batches<'l, L> {
    /// Batches of what these logs hold, each enough for so many threads.
    pub(super) fn new(logs: &'l [L], threads: usize) -> Self {
        let size = BATCH_A_THREAD.saturating_mul(threads).clamp(BATCH_A_THREAD, LARGEST_BATCH);
        Self::with_sizes(logs, size, LONGEST_GAME)
    }

    const fn with_sizes(logs: &'l [L], size: usize, most: usize) -> Self {
        Self { logs, next: 0, open: None, rest: Vec::new(), spare: Vec::new(), size, most }
    }

    /// Whether the next batch may not be there yet.
    pub(super) fn waits(&self) -> bool {
        match &self.open {
            Some(open) => matches!(open.source, Source::Pipe(_)),
            None => self.logs.get(self.next).is_some_and(Log::waits),
        }
    }

    /// The next batch; none at the end.
    pub(super) fn next_batch(&mut self) -> Option<Batch> {
        let mut batch = Batch { bytes: std::mem::take(&mut self.rest), stretches: Vec::new(), failed: None };
        while batch.stretches.is_empty() || (batch.bytes.len() < self.size && !self.waits()) {
            let Some(open) = self.open.take().or_else(|| self.open_next(&mut batch)) else { break };
            if !self.read(open, &mut batch) {
                break;
            }
        }
        if batch.stretches.is_empty() && batch.failed.is_none() { None } else { Some(batch) }
    }

    /// Takes back a batch that has served, for its room: fresh room costs more than reading into it. The log that could not
    /// be read behind it, where there was one.
    pub(super) fn reuse(&mut self, batch: Batch) -> Option<Failed> {
        let mut bytes = batch.bytes;
        bytes.clear();
        // What a long game has widened does not stay so wide.
        bytes.shrink_to(2 * self.size);
        self.spare = bytes;
        batch.failed
    }

    /// Opens the next log; none behind the last, and where it cannot be.
    fn open_next(&mut self, batch: &mut Batch) -> Option<Open> {
        let log = self.logs.get(self.next)?;
        let (number, file) = (self.next, log.file());
        self.next += 1;
        match Source::open(log) {
            Ok(source) => Some(Open { log: number, file, source, lines: 0 }),
            Err(error) => {
                batch.failed = Some((file, error));
                self.next = self.logs.len();
                None
            }
        }
    }

    /// Reads games of a log into a batch until that has enough. Whether the log ended before.
    fn read(&mut self, mut open: Open, batch: &mut Batch) -> bool {
        let start = batch.stretches.last().map_or(0, |stretch| stretch.range.end);
        let longest = start.saturating_add(self.most).saturating_add(1);
        let bytes = &mut batch.bytes;
        let (mut wanted, mut seen) = (self.size.max(start + 1), start);
        loop {
            let (end, then) = match open.source.fill(bytes, wanted.min(longest)) {
                Ok(true) => (bytes.len(), Then::End),
                Ok(false) => match last_boundary(bytes, start, seen) {
                    Some(end) => (end, Then::More),
                    None if bytes.len() >= longest => (whole_lines(bytes, start), Then::Cut),
                    // It comes whole with the next batch.
                    None if !batch.stretches.is_empty() => {
                        self.keep(open, bytes, start);
                        return false;
                    }
                    None => {
                        // Only what is new can hold a boundary, but for the line that it goes on with.
                        seen = memchr::memrchr(b'\n', &bytes[start..]).map_or(start, |at| start + at);
                        wanted = wanted.max((bytes.len() - start) * 2 + start);
                        continue;
                    }
                },
                Err(error) => {
                    batch.failed = Some((open.file.clone(), error));
                    self.next = self.logs.len();
                    (last_boundary(bytes, start, start).unwrap_or(start), Then::More)
                }
            };
            let (log, file, lines_before) = (open.log, open.file.clone(), open.lines);
            let ended = !matches!(then, Then::More);
            batch.stretches.push(Stretch { log, file, lines_before, then, range: start..end });
            if !ended && batch.failed.is_none() {
                open.lines += memchr::memchr_iter(b'\n', &bytes[start..end]).count();
                self.keep(open, bytes, end);
            } else {
                bytes.truncate(end);
            }
            return ended;
        }
    }

    /// Keeps what stands behind `end` for the next batch, and the log open.
    fn keep(&mut self, open: Open, bytes: &mut Vec<u8>, end: usize) {
        self.rest = std::mem::take(&mut self.spare);
        self.rest.extend_from_slice(&bytes[end..]);
        bytes.truncate(end);
        self.open = Some(open);
    }
}

/// A log being read.
struct Open {
    log: usize,
    file: Arc<str>,
    source: Source,
    /// Lines given out.
    lines: usize,
}

/// Where its bytes come from.
enum Source {
    /// What is there at once.
    Ready(Box<dyn Read + Send>),
    /// What may have to be waited for.
    Pipe(Pipe),
}

impl Source {
    fn open(log: &impl Log) -> io::Result<Self> {
        let input = log.open()?;
        Ok(if log.waits() { Self::Pipe(Pipe::open(input)?) } else { Self::Ready(input) })
    }

    /// Reads until so many bytes are there, or the end; of what has to be waited for, what is there. Whether it was the end.
    fn fill(&mut self, bytes: &mut Vec<u8>, wanted: usize) -> io::Result<bool> {
        let missing = wanted.saturating_sub(bytes.len());
        match self {
            _ if missing == 0 => Ok(false),
            Self::Ready(input) => Ok(input.take(missing as u64).read_to_end(bytes)? < missing),
            Self::Pipe(pipe) => pipe.take(bytes, wanted),
        }
    }
}

/// Where the last game of `bytes[start..]` begins, if another stands before it; looked for from `seen` on, where a line
/// begins or ends.
fn last_boundary(bytes: &[u8], start: usize, seen: usize) -> Option<usize> {
    let mut end = bytes.len();
    // A line that is not whole yet may still become a header.
    while let Some(at) = memchr::memrchr(b'\n', &bytes[seen.max(start)..end]) {
        let at = seen.max(start) + at;
        if begins_game(&bytes[at + 1..end]) {
            return Some(at + 1);
        }
        end = at;
    }
    None
}

/// Where the last whole line of `bytes[start..]` ends; all of it where there is none.
fn whole_lines(bytes: &[u8], start: usize) -> usize {
    memchr::memrchr(b'\n', &bytes[start..]).map_or(bytes.len(), |at| start + at + 1)
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;

    /// A log that is whatever it opens; whether reading it may wait.
    struct Made<F>(bool, F);

    impl<R: Read + Send + 'static, F: Fn() -> R + Sync> Log for Made<F> {
        fn file(&self) -> Arc<str> {
            "made".into()
        }

        fn waits(&self) -> bool {
            self.0
        }

        fn open(&self) -> io::Result<Box<dyn Read + Send>> {
            Ok(Box::new((self.1)()))
        }
    }

    /// What a function reads.
    struct Reading<F>(F);

    impl<F: FnMut(&mut [u8]) -> io::Result<usize>> Read for Reading<F> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            (self.0)(bytes)
        }
    }

    /// A log on which reading waits: each read gives so many bytes at most.
    fn slow(text: &str, most: usize) -> impl Log {
        let text = text.to_owned();
        Made(true, move || {
            let mut text = Cursor::new(text.clone());
            Reading(move |bytes: &mut [u8]| {
                let len = bytes.len().min(most);
                text.read(&mut bytes[..len])
            })
        })
    }

    /// A stretch as its log, text, lines before, and whether the log ends or is cut behind it.
    type Seen = (usize, String, usize, bool, bool);

    fn all<L: Log>(logs: &[L], size: usize, most: usize) -> Vec<Vec<Seen>> {
        let mut batches = Batches::with_sizes(logs, size, most);
        let mut all = Vec::new();
        while let Some(batch) = batches.next_batch() {
            let seen = |stretch: &Stretch| {
                let text = batch.bytes[stretch.range.clone()].to_vec();
                let (ends, cut) = (!matches!(stretch.then, Then::More), matches!(stretch.then, Then::Cut));
                (stretch.log, String::from_utf8(text).expect("ASCII"), stretch.lines_before, ends, cut)
            };
            all.push(batch.stretches.iter().map(seen).collect());
            assert!(batches.reuse(batch).is_none(), "reading from memory does not fail");
        }
        all
    }

    fn text(text: &str) -> TextLog<'_> {
        TextLog { file: "log".into(), text: text.as_bytes() }
    }

    const GAMES: &str = "# head\ngame: a\n1\n2\n game: b\n3\ngame: c\n";

    #[test]
    fn batches_are_cut_between_games_and_lose_nothing() {
        let whole: Vec<_> = (1..60).map(|size| all(&[text(GAMES)], size, 1000).concat()).collect();
        let piped: Vec<_> = (1..60).map(|read| all(&[slow(GAMES, read)], 20, 1000).concat()).collect();
        for stretches in whole.iter().chain(&piped) {
            let texts = || stretches.iter().map(|(_, text, ..)| text.as_str());
            assert_eq!(texts().collect::<String>(), GAMES);
            let mut before = 0;
            for (number, (_, text, lines, ends, cut)) in stretches.iter().enumerate() {
                assert!(number == 0 || text.is_empty() || text.trim_start().starts_with("game:"), "{text}");
                assert_eq!((*lines, *ends, *cut), (before, number + 1 == stretches.len(), false));
                before += text.matches('\n').count();
            }
        }
    }

    #[test]
    fn small_logs_share_a_batch_and_large_ones_do_not_fill_it() {
        let logs = [text("game: a\n"), text(""), text(GAMES), text("game: z")];
        let batches = all(&logs, 30, 1000);
        let logs_of = |batch: &Vec<Seen>| batch.iter().map(|seen| seen.0).collect::<Vec<_>>();
        assert_eq!(batches.iter().map(logs_of).collect::<Vec<_>>(), [vec![0, 1, 2], vec![2], vec![2, 3]]);
        let ends = batches.concat().iter().map(|seen| seen.3).collect::<Vec<_>>();
        assert_eq!(ends, [true, true, false, false, true, true]);
        assert_eq!(all::<TextLog<'_>>(&[], 30, 1000).len(), 0);
    }

    #[test]
    fn a_game_on_a_pipe_is_given_as_soon_as_the_next_begins() {
        let (writer, words) = mpsc::channel::<&str>();
        let words = Mutex::new(Some(words));
        let logs = [Made(true, || {
            let words = words.lock().expect("nobody failed").take().expect("opened once");
            Reading(move |bytes: &mut [u8]| words.recv().map_or(Ok(0), |word| word.as_bytes().read(bytes)))
        })];
        let mut batches = Batches::with_sizes(&logs, 1000, 1000);
        let mut told = |written: &'static str| {
            writer.send(written).expect("it is read");
            let batch = batches.next_batch().expect("a game is whole");
            let text = String::from_utf8(batch.bytes.clone()).expect("ASCII");
            assert!(batches.waits() && batches.reuse(batch).is_none());
            text
        };
        // Nothing but what was written is there, so another read would never end.
        assert_eq!(told("game: a\n1\ngame: b\n"), "game: a\n1\n");
        assert_eq!(told("2\ngame: c\n3\ngame: d\n"), "game: b\n2\ngame: c\n3\n");
        drop(writer);
        assert_eq!(batches.next_batch().map(|batch| batch.bytes), Some(b"game: d\n".to_vec()));
        assert!(batches.next_batch().is_none());
    }

    #[test]
    fn a_game_without_end_is_cut_in_the_same_place_however_it_is_read() {
        let long = format!("game: a\n{}", "x\n".repeat(100));
        let cut = |batches: Vec<Vec<Seen>>| {
            let [first, other] = &batches.concat()[..] else { panic!("one stretch a log") };
            assert!(first.4 && first.3 && !other.4, "the first log is cut, and the other is read all the same");
            first.1.clone()
        };
        let logs = [text(&long), text("game: b\n")];
        let whole: Vec<_> = [8, 9, 20, 33].map(|size| cut(all(&logs, size, 32))).to_vec();
        assert_eq!(whole[0], long[..32], "whole lines of the longest game");
        let piped = [1, 7, 500].map(|read| cut(all(&[slow(&long, read), slow("game: b\n", read)], 8, 32)));
        assert!(whole.iter().chain(&piped).all(|text| *text == whole[0]));
    }

    #[test]
    fn what_was_read_before_a_log_fails_is_kept() {
        let open = || "game: a\n1\ngame: b\n".as_bytes().chain(Reading(|_: &mut [u8]| Err(io::Error::other("lost"))));
        let logs = [Made(false, open), Made(false, open)];
        let mut batches = Batches::with_sizes(&logs, 1000, 1000);
        let batch = batches.next_batch().expect("a whole game was read");
        assert_eq!(batch.games(&batch.stretches[0]).len(), 1);
        let (file, error) = batches.reuse(batch).expect("the log failed");
        assert_eq!((&*file, error.to_string().as_str()), ("made", "lost"));
        assert!(batches.next_batch().is_none(), "nothing follows");
    }
}
