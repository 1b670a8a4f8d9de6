//! Blank lines between the lines of a file: never two in a row, none at its ends.

/// A text in the making, line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct Blanks {
    out: String,
    /// Comments that may belong to the line after them, each with its line end.
    comments: String,
    /// Whether a blank line stands before what comes next.
    owed: bool,
}

impl Blanks {
    /// A text of about so many bytes.
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self { out: String::with_capacity(bytes), ..Self::default() }
    }

    /// A blank line.
    pub(super) fn blank(&mut self) {
        self.flush();
        self.owed = true;
    }

    /// A line that is a comment.
    pub(super) fn comment(&mut self, line: &str) {
        self.comments.push_str(line);
        self.comments.push('\n');
    }

    /// A line, or several, with a blank one before it and its comments where it `opens` something.
    pub(super) fn line(&mut self, text: &str, opens: bool) {
        self.owed |= opens;
        self.flush();
        self.write_owed();
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> String {
        self.flush();
        self.out
    }

    fn flush(&mut self) {
        if !self.comments.is_empty() {
            self.write_owed();
            self.out.push_str(&self.comments);
            self.comments.clear();
        }
    }

    fn write_owed(&mut self) {
        if std::mem::take(&mut self.owed) && !self.out.is_empty() {
            self.out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_stand_before_what_opens_and_its_comments() {
        let mut text = Blanks::default();
        text.blank();
        text.comment("# head");
        text.blank();
        text.blank();
        text.line("a", false);
        text.comment("# of b");
        text.line("b", true);
        text.comment("# last");
        text.blank();
        assert_eq!(text.finish(), "# head\n\na\n\n# of b\nb\n# last\n");
        assert_eq!(Blanks::default().finish(), "");
    }
}
