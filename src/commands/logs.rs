//! The logs that a command line names, to be gone through.

use std::io::{self, Read};
use std::sync::Arc;

use super::Failure;
use super::progress::Counter;
use crate::replay::{Log, WalkError};
use crate::source::discover::Input;

/// A log under its name.
pub(super) struct NamedLog<'a> {
    input: &'a Input,
    pub(super) file: Arc<str>,
    counter: Option<Counter>,
}

/// Logs under their names, the standard input under the name `stdin`; `counter` hears of the bytes read.
pub(super) fn named<'a>(inputs: &'a [Input], stdin: &str, counter: Option<&Counter>) -> Vec<NamedLog<'a>> {
    let name = |input: &'a Input| NamedLog { input, file: input.name(stdin).into(), counter: counter.cloned() };
    inputs.iter().map(name).collect()
}

impl Log for NamedLog<'_> {
    fn file(&self) -> Arc<str> {
        self.file.clone()
    }

    fn waits(&self) -> bool {
        self.input.waits()
    }

    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        let input = self.input.open()?;
        Ok(match &self.counter {
            Some(counter) => Box::new(counter.reading(input)),
            None => input,
        })
    }
}

impl From<WalkError> for Failure {
    fn from(error: WalkError) -> Self {
        match error {
            WalkError::Read { file, error } => Self::io(file.to_string())(error),
            WalkError::Tell(error) => Self::io("output")(error),
        }
    }
}
