//! Reading from whoever may keep us waiting, on a thread of its own: what is there is taken, however much it is, and nobody
//! waits for more. So one game is answered at once, and a flood of them in large batches.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

/// So much is asked for at a time.
const READ_AT_ONCE: usize = 64 << 10;
/// So many reads are held before the other side has to wait for us.
const MOST_HELD: usize = 256;

/// What comes in.
#[derive(Debug)]
pub(super) struct Pipe {
    reads: Receiver<io::Result<Vec<u8>>>,
    /// What was received and not taken yet.
    left: Vec<u8>,
}

impl Pipe {
    /// Begins to read. Where nobody takes what comes any more, the thread ends with its next read.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub(super) fn open(mut input: Box<dyn Read + Send>) -> io::Result<Self> {
        let (sender, reads) = sync_channel(MOST_HELD);
        let read = move || {
            loop {
                let mut bytes = vec![0; READ_AT_ONCE];
                let read = match input.read(&mut bytes) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Ok(0) => return,
                    Ok(read) => {
                        bytes.truncate(read);
                        Ok(bytes)
                    }
                    Err(error) => Err(error),
                };
                let failed = read.is_err();
                if sender.send(read).is_err() || failed {
                    return;
                }
            }
        };
        thread::Builder::new().name("reader".to_owned()).spawn(read)?;
        Ok(Self { reads, left: Vec::new() })
    }

    /// Waits until something is there and takes it, up to so many bytes in all. Whether the end was reached.
    ///
    /// # Errors
    /// Where reading fails; what was read before is taken.
    pub(super) fn take(&mut self, bytes: &mut Vec<u8>, wanted: usize) -> io::Result<bool> {
        if self.left.is_empty() {
            match self.reads.recv() {
                Ok(read) => self.left = read?,
                Err(_) => return Ok(true),
            }
        }
        loop {
            let taken = self.left.len().min(wanted - bytes.len());
            bytes.extend_from_slice(&self.left[..taken]);
            self.left.drain(..taken);
            if !self.left.is_empty() || bytes.len() == wanted {
                return Ok(false);
            }
            match self.reads.try_recv() {
                Ok(read) => self.left = read?,
                Err(TryRecvError::Empty) => return Ok(false),
                Err(TryRecvError::Disconnected) => return Ok(true),
            }
        }
    }
}
