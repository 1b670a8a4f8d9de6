//! Files and streams to text: sizes bounded, and bytes that are not UTF-8 told by their place.
//!
//! What must stay true: a folder, a pipe without end or a file of any size gives a finding, never a wait without end or
//! a full memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::diagnostic::{Code, Finding};
use crate::text::{Excerpt, Span};

/// The largest data file that is read, in bytes.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The name of a file as messages show it: `/` between its parts on every system.
#[must_use]
pub fn shown(path: &Path) -> String {
    let name = path.to_string_lossy();
    if cfg!(windows) { name.replace('\\', "/") } else { name.into_owned() }
}

/// Reads a data file.
///
/// # Errors
/// A finding where it cannot be read, is no regular file, is too large, or is not UTF-8.
pub fn file(path: &Path) -> Result<Excerpt, Box<Finding>> {
    let name = shown(path);
    let unreadable = |why: String| Box::new(Finding::error(Code::Unreadable, why).at(nowhere(&name)));
    let told = |error: &io::Error| unreadable(format!("`{name}` cannot be read: {}", reason(error)));
    let found = std::fs::metadata(path).map_err(|error| told(&error))?;
    if found.is_dir() {
        return Err(unreadable(format!("`{name}` is a folder, where a file is wanted")));
    }
    if !found.is_file() {
        return Err(unreadable(format!("`{name}` is not a regular file")));
    }
    let file = File::open(path).map_err(|error| told(&error))?;
    stream(&name, file)
}

/// Reads all of a stream as a data file's text.
///
/// # Errors
/// A finding where it cannot be read, is too large, or is not UTF-8.
pub fn stream(name: &str, from: impl Read) -> Result<Excerpt, Box<Finding>> {
    let mut bytes = Vec::new();
    if let Err(error) = from.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
        let why = format!("`{name}` cannot be read: {}", reason(&error));
        return Err(Box::new(Finding::error(Code::Unreadable, why).at(nowhere(name))));
    }
    text(name, bytes)
}

/// The text of a data file's bytes.
///
/// # Errors
/// A finding where there are too many, or they are not UTF-8.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<Excerpt, Box<Finding>> {
    if bytes.len() as u64 > MAX_BYTES {
        let why = format!("`{name}` is larger than a data file may be");
        let help = format!("the limit is {} MiB; split it into several files", MAX_BYTES / (1024 * 1024));
        return Err(Box::new(Finding::error(Code::TooLarge, why).at(nowhere(name)).help(help)));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Excerpt::whole(name, text)),
        Err(error) => {
            let first = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let byte = bytes.get(first).copied().unwrap_or_default();
            // Each wrong byte becomes one character, so what stands before it keeps its place.
            let excerpt = Excerpt::whole(name, String::from_utf8_lossy(&bytes));
            let place = excerpt.place(Span::new(first, first + '\u{fffd}'.len_utf8()));
            let finding = Finding::error(Code::NotUtf8, format!("the byte `0x{byte:02X}` is not UTF-8 text"));
            Err(Box::new(finding.at(place).help("save the file as UTF-8")))
        }
    }
}

fn nowhere(name: &str) -> crate::text::Place {
    Excerpt::whole(name, "").place(Span::default())
}

/// Why reading failed, the same words on every system where they are known.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "reading it is not permitted".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_wrong_byte_has_its_place() {
        let finding = text("x", b"a = 1\nb = \"\xc3\xa9\xff\"\n".to_vec()).expect_err("a stray byte");
        let place = finding.place.expect("a place");
        assert_eq!((finding.code, place.line, place.column), (Code::NotUtf8, 2, 7));
        assert_eq!(finding.message, "the byte `0xFF` is not UTF-8 text");
    }

    #[test]
    fn folders_missing_files_and_endless_streams_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(file(folder.path()).expect_err("a folder").code, Code::Unreadable);
        let missing = file(&folder.path().join("none.toml")).expect_err("nothing there");
        assert!(missing.message.ends_with("there is no such file"), "{}", missing.message);
        assert_eq!(stream("x", io::repeat(b'#')).expect_err("too much").code, Code::TooLarge);
        assert_eq!(text("x", b"\xef\xbb\xbfa".to_vec()).expect("text").text.as_ref(), "\u{feff}a");
    }
}
