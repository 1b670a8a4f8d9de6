//! The registry of codes: each number and slug once, never reused, grouped by the layer that finds the fault.
//!
//! What must stay true: numbers ascend within the table, slugs are unique, and the README's table is this one (tests
//! hold all three). A code that is retired keeps its row.

use std::fmt;

use super::did_you_mean;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $number:literal $slug:literal;)+) => {
        /// What kind of fault a finding is about.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Code {
            /// Every code, by ascending number.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Its number as text, `TW` and four digits.
            #[must_use]
            pub const fn number(self) -> &'static str {
                match self { $(Self::$name => concat!("TW", $number),)+ }
            }

            /// Its name in words joined by hyphens.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$name => $slug,)+ }
            }

            /// What it stands for, one sentence.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+).trim(),)+ }
            }
        }
    };
}

codes! {
    /// A file or folder cannot be read.
    Unreadable = "0101" "unreadable";
    /// The bytes are not UTF-8 text.
    NotUtf8 = "0102" "not-utf8";
    /// The text is not TOML.
    TomlSyntax = "0103" "toml-syntax";
    /// The text is TOML 1.1, which most readers of TOML do not take yet.
    TomlTooNew = "0104" "toml-too-new";
    /// The file is larger, or nested deeper, than anything this program reads.
    TooLarge = "0105" "too-large";

    /// The file does not say which kind of data it holds.
    UnknownKind = "0201" "unknown-kind";
    /// A key that this kind of file does not have.
    UnknownKey = "0202" "unknown-key";
    /// A key that must be there is missing.
    MissingKey = "0203" "missing-key";
    /// A value of the wrong type.
    WrongType = "0204" "wrong-type";
    /// A value that is none of the allowed words.
    UnknownValue = "0205" "unknown-value";
    /// A number or a list outside its limits.
    OutOfRange = "0206" "out-of-range";
    /// Text that is not written as this key wants it.
    BadPattern = "0207" "bad-pattern";
    /// The `#:schema` line, which lets an editor check the file, is missing.
    NoSchemaLine = "0208" "no-schema-line";

    /// Two records of a file have the same id.
    DuplicateId = "0301" "duplicate-id";
    /// A name that nothing declares.
    UnknownName = "0302" "unknown-name";
    /// Stated counts of tiles do not add up.
    TileCountMismatch = "0303" "tile-count-mismatch";
    /// The counts of a tile's faces do not add up to the tile's.
    FaceCountMismatch = "0304" "face-count-mismatch";
    /// A place on a tile's border belongs to two segments.
    PortTakenTwice = "0305" "port-taken-twice";
    /// A place on a tile's border belongs to no segment.
    PortUncovered = "0306" "port-uncovered";
    /// A segment's ports do not suit the shape of its feature.
    ShapeMismatch = "0307" "shape-mismatch";
    /// Two segments cross and neither is a bridge.
    SegmentsCross = "0308" "segments-cross";
    /// The two halves of an edge show different ground.
    SplitEdge = "0309" "split-edge";
    /// An icon lies on a feature that does not carry it.
    IconMisplaced = "0310" "icon-misplaced";
    /// The river does not run through a piece from one end to the other.
    RiverBroken = "0311" "river-broken";
    /// The board does not have the number of opening cells it states.
    OpeningCellsMismatch = "0312" "opening-cells-mismatch";
    /// The sides of a board or mouth do not cover the numbers of players once each.
    SidesMismatch = "0313" "sides-mismatch";
    /// No other piece could ever lie against an edge.
    EdgeUncontinued = "0314" "edge-uncontinued";
    /// A port that does not lie on the piece's rim, or a cell the piece does not have.
    NotOnRim = "0315" "not-on-rim";
    /// A ground segment borders something that is not a block segment of its tile.
    BadBorder = "0316" "bad-border";
    /// A face id that a move log would read as a rotation.
    ReservedId = "0317" "reserved-id";
    /// The points of a mouth or the spaces of a board make no sense for the players they serve.
    BadPoints = "0318" "bad-points";
    /// A face changes what only a tile can say.
    FaceChangesTile = "0319" "face-changes-tile";
    /// A code is allowed and never came up.
    UnusedAllow = "0320" "unused-allow";
    /// A row of a map has a sign that its legend does not explain.
    UnknownSquare = "0321" "unknown-square";
    /// The legend of a map explains a sign that no row has.
    UnusedSquare = "0322" "unused-square";
    /// A map does not have as many squares of a kind as the rules state.
    MapCountMismatch = "0323" "map-count-mismatch";
    /// A half square does not lie on the side where two maps are joined.
    HalfMisplaced = "0324" "half-misplaced";
    /// Squares of a map that no tile could ever reach.
    MapDisconnected = "0325" "map-disconnected";
    /// A print of the border that lies on no edge of the border.
    BorderMisplaced = "0326" "border-misplaced";
    /// What is printed side by side on a map does not fit together.
    PrintContradiction = "0327" "print-contradiction";
    /// Two maps cannot be joined as they are.
    MapsDoNotJoin = "0328" "maps-do-not-join";
    /// A square of a map is said to be things that exclude each other.
    SquareContradiction = "0329" "square-contradiction";

    /// No ruleset has this name.
    UnknownGame = "0401" "unknown-game";
    /// No variant has this name.
    UnknownVariant = "0402" "unknown-variant";
    /// A ruleset or variant extends itself, directly or through others.
    ExtendsCycle = "0403" "extends-cycle";
    /// A file that is referred to does not exist or is of another kind.
    MissingFile = "0404" "missing-file";
    /// Two variants set the same key to different values.
    VariantConflict = "0405" "variant-conflict";
    /// A variant changes or removes what is not there.
    NothingToOverride = "0406" "nothing-to-override";
    /// The variant does not belong to this ruleset.
    VariantRefused = "0407" "variant-refused";
    /// The ruleset's parts contradict each other.
    RulesetIncoherent = "0408" "ruleset-incoherent";
    /// A variant sets a key to the value that it has already, or changes a record that it takes away.
    RedundantOverride = "0409" "redundant-override";

    /// Text that is not a line of a move log.
    UnexpectedText = "0501" "unexpected-text";
    /// A header that move logs do not have.
    UnknownHeader = "0502" "unknown-header";
    /// A header that stands twice, too late, or is missing.
    HeaderMisplaced = "0503" "header-misplaced";
    /// A header whose value cannot be read.
    BadHeader = "0504" "bad-header";
    /// A turn's number is not the one that comes next.
    WrongNumber = "0505" "wrong-number";
    /// A cell that is not written `(x,y)` with at most six digits each.
    BadCell = "0506" "bad-cell";
    /// A rotation that is none of `r0`, `r90`, `r180`, `r270`.
    BadRotation = "0507" "bad-rotation";
    /// An action or target that cannot be read.
    BadAction = "0508" "bad-action";
    /// A claim that cannot be read.
    BadClaim = "0509" "bad-claim";
    /// Something stands after the end of the game.
    AfterTheEnd = "0510" "after-the-end";
    /// A game is longer than a move log may be.
    TooLong = "0511" "too-long";
    /// No game stands in the file.
    NoGame = "0512" "no-game";

    /// The ruleset in play has no tile of this name.
    UnknownTile = "0601" "unknown-tile";
    /// The tile has several faces and the name does not tell which.
    AmbiguousFace = "0602" "ambiguous-face";
    /// No player of this name takes part.
    UnknownPlayer = "0603" "unknown-player";
    /// The ruleset in play has no such figure.
    UnknownFigure = "0604" "unknown-figure";
    /// The ruleset in play has no such feature.
    UnknownFeature = "0605" "unknown-feature";
    /// Nothing of this name is counted.
    UnknownCounter = "0606" "unknown-counter";
    /// The number of players does not suit the game.
    WrongPlayers = "0607" "wrong-players";
    /// What is printed fits several tiles, or a part of it could mean several things.
    AmbiguousPrint = "0608" "ambiguous-print";

    /// The cell is taken.
    CellOccupied = "0701" "cell-occupied";
    /// The piece touches no other by an edge.
    NotAdjacent = "0702" "not-adjacent";
    /// An edge does not continue the landscape.
    EdgeMismatch = "0703" "edge-mismatch";
    /// A tile lies ahead of the river.
    AheadOfRiver = "0704" "ahead-of-river";
    /// A river piece does not lie at the river's open end.
    NotAtRiverEnd = "0705" "not-at-river-end";
    /// All copies of the tile are in play already.
    NoCopyLeft = "0706" "no-copy-left";
    /// The cell is missing.
    CellMissing = "0707" "cell-missing";
    /// It is another player's turn.
    WrongPlayer = "0708" "wrong-player";
    /// The tile could have been placed.
    DiscardPlaceable = "0709" "discard-placeable";
    /// The tile must be followed by a piece from beside the stack.
    FollowUpMissing = "0710" "follow-up-missing";
    /// The piece may only follow a tile that draws it.
    FollowUpAlone = "0711" "follow-up-alone";
    /// The feature carries a figure already.
    FeatureOccupied = "0712" "feature-occupied";
    /// The player has no such figure left.
    NoFigureLeft = "0713" "no-figure-left";
    /// The figure may not stand on this feature.
    FigureMisplaced = "0714" "figure-misplaced";
    /// The piece has no such segment.
    NoSuchSegment = "0715" "no-such-segment";
    /// The piece has several such segments and the port is missing.
    PortNeeded = "0716" "port-needed";
    /// No figure can be taken back.
    NothingToRecall = "0717" "nothing-to-recall";
    /// More actions than a turn has.
    TooManyActions = "0718" "too-many-actions";
    /// The game is over.
    GameOver = "0719" "game-over";
    /// Tiles of an earlier stack are left.
    WrongStack = "0720" "wrong-stack";
    /// The river bends back on itself.
    RiverTurnsBack = "0721" "river-turns-back";
    /// A starting position that the rules do not know.
    UnusualStart = "0722" "unusual-start";
    /// An action the ruleset does not have.
    NoSuchAction = "0724" "no-such-action";

    /// A piece would lie off the table.
    OffTable = "0725" "off-table";
    /// The figure may only join a figure of its player, and none is there.
    FigureAlone = "0726" "figure-alone";
    /// A piece does not lie on a square of the map that takes it.
    OffMap = "0727" "off-map";
    /// An edge does not continue what is printed on the map beside it.
    PrintMismatch = "0728" "print-mismatch";
    /// A chip lies on the tile's square, and the turn does not say which.
    ChipMissing = "0729" "chip-missing";
    /// No such chip can be taken now.
    NoSuchChip = "0730" "no-such-chip";
    /// A hidden tile lies beside a tile laid now, and the turn does not turn it up.
    HiddenMissing = "0731" "hidden-missing";
    /// No hidden tile there is to be turned up now.
    NoSuchHidden = "0732" "no-such-hidden";
    /// A hidden tile is said to be lost, and it fits.
    HiddenFits = "0733" "hidden-fits";
    /// The tiles at the start do not lie on the start squares of the map.
    StartSquare = "0734" "start-square";

    /// The final score is not what the moves give.
    WrongScore = "0801" "wrong-score";
    /// A total is not what the moves give.
    WrongClaim = "0802" "wrong-claim";
    /// The game is said to be complete, and tiles are left.
    NotComplete = "0803" "not-complete";

    /// A fault of this program.
    Internal = "0901" "internal";

    /// A file to import, or a part of it, is not written as its format writes it.
    NotThisFormat = "1001" "not-this-format";
    /// A game recorded elsewhere has something that our rules or logs lack.
    NotCarriedOver = "1002" "not-carried-over";
    /// A turn of a game recorded elsewhere is refused by our rules.
    ImportRefused = "1003" "import-refused";
    /// What a format means here is known at second hand only.
    SecondHand = "1004" "second-hand";
    /// What the file leaves out was concluded from the rest of it.
    Inferred = "1005" "inferred";

    /// A drawing of a worksheet is not compared with the box yet, or the sheet does not say with which.
    SheetIncomplete = "1101" "sheet-incomplete";
    /// A line of a worksheet cannot be read.
    BadSheetLine = "1102" "bad-sheet-line";
    /// A worksheet speaks of what the game does not have, or of the same thing twice.
    NotOnSheet = "1103" "not-on-sheet";
    /// A worksheet contradicts itself.
    SheetContradiction = "1104" "sheet-contradiction";
}

impl Code {
    /// The code of this number or name.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.number().eq_ignore_ascii_case(word) || code.slug() == word)
    }

    /// The same, where a person may set its weight.
    ///
    /// # Errors
    /// A sentence where there is no such code, or it is a fault of the program.
    pub fn settable(word: &str) -> Result<Self, String> {
        match Self::find(word) {
            Some(Self::Internal) => Err(format!("`{word}` is a fault of the program, which cannot be set aside")),
            Some(code) => Ok(code),
            None => {
                let known = Self::ALL.iter().flat_map(|code| [code.number(), code.slug()]);
                Err(format!("no code is called `{word}`; {}", did_you_mean(word, known)))
            }
        }
    }

    /// The layer of the program that finds it, by the first two digits of its number.
    #[must_use]
    pub fn layer(self) -> &'static str {
        match &self.number()[2..4] {
            "01" => "reading",
            "02" => "shape",
            "03" => "data",
            "04" => "rulesets and variants",
            "05" => "log text",
            "06" => "references",
            "07" => "legality",
            "08" => "claims",
            "09" => "internal",
            "10" => "import",
            "11" => "transcription",
            _ => "other",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number(), self.slug())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_ascend_and_slugs_are_unique() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0].number() < pair[1].number()));
        let mut slugs: Vec<_> = Code::ALL.iter().map(|code| code.slug()).collect();
        slugs.sort_unstable();
        assert!(slugs.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(Code::ALL.iter().all(|code| code.summary().ends_with('.')));
    }
}
