//! A tile or a side of a board, read: its segments with their ports, and what is wrong with each of them.
//!
//! Reading reports nothing. It notes faults, and each rule speaks about its own kind of fault; so every other rule can
//! ask whether a segment is sound and pass over it where it is not, and one mistake makes one message. Ports follow
//! `formats.md`, section 1.

use crate::geometry::{Cell, Footprint, Port, Rotation, Side, cell_letter};
use crate::model::{BoardSide, Feature, Map, Segment, Shape, Tile};
use crate::source::{Part, child};

use super::report::At;

/// Cells a piece may span in each direction; a schema says so too, this keeps arithmetic safe where none was asked.
const LONGEST: u8 = 5;

/// A port of a segment, on the rim of its piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    /// Which word of the segment's `at` names it, from 0.
    pub(crate) word: usize,
    /// The cell, in reading order.
    pub(crate) cell: usize,
    /// The port of that cell.
    pub(crate) port: Port,
}

/// What is wrong with where a segment says it lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// A word that is no port; the schema has said so.
    Unreadable,
    /// A cell the piece does not have, in the word of this key.
    NoSuchCell { key: &'static str, word: usize, letter: char },
    /// A port without its cell, on a piece of several.
    CellMissing { word: usize },
    /// A port on an edge between two cells of the piece.
    InnerEdge { word: usize },
    /// Ports that the feature's shape does not take, by word.
    WrongPorts { words: Vec<usize> },
    /// A line or block that leaves its piece nowhere.
    NoPorts,
    /// A site on a piece of several cells that does not say in which it stands.
    SiteWithoutCell,
    /// A cell to stand in, for what is no site.
    CellOfNoSite,
    /// Enclosed ground on a piece of several cells that does not say which it covers.
    GroundWithoutCells,
}

impl Fault {
    /// Whether it leaves open where on the rim the segment was meant to lie.
    fn hides_ports(&self) -> bool {
        matches!(
            self,
            Self::Unreadable | Self::NoSuchCell { key: "at", .. } | Self::CellMissing { .. } | Self::InnerEdge { .. }
        )
    }
}

/// A segment, read.
pub(crate) struct Seg<'a> {
    /// The record.
    pub(crate) record: &'a Segment,
    /// Its pointer within the part.
    pub(crate) pointer: String,
    /// The shape of its feature; none where nothing declares the feature, or nothing can.
    pub(crate) shape: Option<Shape>,
    /// Its ports that lie on the rim.
    pub(crate) spots: Vec<Spot>,
    /// What is wrong with it.
    pub(crate) faults: Vec<Fault>,
    /// The cells it lies in, ascending.
    pub(crate) cells: Vec<usize>,
    /// Whether a missing shape is a mistake.
    declarations: bool,
}

impl Seg<'_> {
    /// Whether its feature is declared and it lies where such a feature can.
    pub(crate) fn sound(&self) -> bool {
        self.faults.is_empty() && self.feature_known()
    }

    /// Whether its feature is declared, or nothing could declare it.
    pub(crate) const fn feature_known(&self) -> bool {
        self.shape.is_some() || !self.declarations
    }

    /// The pointer of one of its keys.
    pub(crate) fn key(&self, key: &str) -> String {
        child(&self.pointer, key)
    }
}

/// A tile or a side of a board, read.
pub(crate) struct Piece<'a> {
    /// The part it stands in.
    pub(crate) part: Part,
    /// The pointer of its record.
    pub(crate) pointer: String,
    /// What messages call it.
    pub(crate) name: String,
    /// Its cells.
    pub(crate) footprint: Footprint,
    /// Its segments, in the order written.
    pub(crate) segments: Vec<Seg<'a>>,
    /// The tile, where it is one.
    pub(crate) tile: Option<&'a Tile>,
    features: Option<&'a Map<Feature>>,
    /// The sound segments that take each port, by cell and port; a block takes all three of an edge.
    slots: Vec<Vec<usize>>,
    /// Edges, by cell and side, of which unsound segments may take more than is known.
    vague: Vec<bool>,
}

impl<'a> Piece<'a> {
    /// Reads the tile at `pointer`; `features` are those the ruleset declares, where there is a ruleset.
    pub(crate) fn tile(part: Part, pointer: String, tile: &'a Tile, features: Option<&'a Map<Feature>>) -> Self {
        let [width, height] = tile.size.unwrap_or([1, 1]);
        let name = format!("`{}`", tile.id);
        Self::read(part, pointer, name, [width, height], &tile.segments, Some(tile), features)
    }

    /// Reads the side of a board at `pointer`.
    pub(crate) fn side(
        pointer: String,
        size: [u8; 2],
        drawn: &'a BoardSide,
        features: Option<&'a Map<Feature>>,
    ) -> Self {
        let name = format!("the side for {}", players(drawn.players));
        Self::read(Part::Board, pointer, name, size, &drawn.segments, None, features)
    }

    /// Reads what is printed on a square of a map, by its sign in the legend.
    pub(crate) fn printed(
        part: Part,
        pointer: String,
        sign: &str,
        segments: &'a [Segment],
        features: Option<&'a Map<Feature>>,
    ) -> Self {
        Self::read(part, pointer, format!("the printed square `{sign}`"), [1, 1], segments, None, features)
    }

    fn read(
        part: Part,
        pointer: String,
        name: String,
        [width, height]: [u8; 2],
        segments: &'a [Segment],
        tile: Option<&'a Tile>,
        features: Option<&'a Map<Feature>>,
    ) -> Self {
        let footprint = Footprint { width: width.clamp(1, LONGEST), height: height.clamp(1, LONGEST) };
        let list = child(&pointer, "segments");
        let segments: Vec<_> = segments
            .iter()
            .enumerate()
            .map(|(number, record)| read_segment(record, child(&list, number), footprint, features))
            .collect();
        let mut piece = Self {
            part,
            pointer,
            name,
            footprint,
            segments,
            tile,
            features,
            slots: vec![Vec::new(); footprint.cells() * 12],
            vague: vec![false; footprint.cells() * 4],
        };
        piece.fill();
        piece
    }

    /// Reads a segment that one of its faces adds.
    pub(crate) fn read_added<'b>(&self, record: &'b Segment, pointer: String) -> Seg<'b> {
        read_segment(record, pointer, self.footprint, self.features)
    }

    fn fill(&mut self) {
        for (number, segment) in self.segments.iter().enumerate() {
            for spot in &segment.spots {
                let edge = spot.cell * 4 + spot.port.side().index();
                if !segment.sound() {
                    self.vague[edge] = true;
                    continue;
                }
                let first = edge * 3;
                match segment.shape {
                    Some(Shape::Block) => (first..first + 3).for_each(|slot| take(&mut self.slots[slot], number)),
                    Some(_) => take(&mut self.slots[spot.cell * 12 + spot.port.index()], number),
                    None => {
                        // Without declarations a middle may be a block's, which takes the halves too.
                        self.vague[edge] |= spot.port.is_middle();
                        take(&mut self.slots[spot.cell * 12 + spot.port.index()], number);
                    }
                }
            }
        }
    }

    /// The sound segments that take a port; more than one is a mistake.
    pub(crate) fn owners(&self, cell: usize, port: Port) -> &[usize] {
        &self.slots[cell * 12 + port.index()]
    }

    /// Whether unsound segments may take more of this edge than is known.
    pub(crate) fn is_vague(&self, cell: usize, side: Side) -> bool {
        self.vague[cell * 4 + side.index()]
    }

    /// Whether some segment lies nobody knows where, so that nothing can be said about what is missing.
    pub(crate) fn hides_ports(&self) -> bool {
        self.segments.iter().any(|segment| segment.faults.iter().any(Fault::hides_ports))
    }

    /// Whether every segment is sound.
    pub(crate) fn sound(&self) -> bool {
        self.segments.iter().all(Seg::sound)
    }

    /// The segment that gives an edge its kind: the one in its middle, or the ground where the middle is free.
    pub(crate) fn edge_segment(&self, cell: usize, side: Side) -> Option<&Seg<'a>> {
        if self.is_vague(cell, side) {
            return None;
        }
        let one = |port| match self.owners(cell, port) {
            [one] => Some(&self.segments[*one]),
            _ => None,
        };
        if !self.owners(cell, Port::middle(side)).is_empty() {
            return one(Port::middle(side));
        }
        let (left, right) = (one(Port::left(side))?, one(Port::right(side))?);
        (left.record.feature == right.record.feature).then_some(left)
    }

    /// The kind of an edge: the feature in its middle, or the ground where the middle is free. None where the drawing is
    /// at fault there.
    pub(crate) fn edge_kind(&self, cell: usize, side: Side) -> Option<&'a str> {
        self.edge_segment(cell, side).map(|segment| segment.record.feature.as_str())
    }

    /// The kinds of the edges on its rim, in rim order, those that are known.
    pub(crate) fn rim_kinds(&self) -> impl Iterator<Item = &'a str> {
        self.footprint.rim().into_iter().filter_map(|(cell, side)| self.edge_kind(cell, side))
    }

    /// The name of a port as data files write it for this piece.
    pub(crate) fn port_name(&self, cell: usize, port: Port) -> String {
        if self.footprint.cells() == 1 { port.to_string() } else { format!("{}.{port}", cell_letter(cell)) }
    }

    /// Its cells and the kinds of their rim edges, by side, when its north-west cell lies at `corner`.
    pub(crate) fn laid(&self, corner: Cell, rotation: Rotation) -> Vec<(Cell, [Option<&'a str>; 4])> {
        let turned = self.footprint.turned(rotation);
        (0..self.footprint.cells())
            .map(|index| {
                let at = turned.offset(self.footprint.turned_index(index, rotation)).offset(corner);
                let kinds = Side::ALL.map(|side| {
                    let drawn = side.turned(rotation.inverse());
                    if self.footprint.is_rim(index, drawn) { self.edge_kind(index, drawn) } else { None }
                });
                (at, kinds)
            })
            .collect()
    }

    /// The bytes of one word of a segment's `at`.
    pub(crate) fn spot_at(&self, segment: &Seg<'_>, word: usize) -> At {
        At::word(self.part, segment.key("at"), word)
    }

    /// The bytes of the word `segments` of its record.
    pub(crate) fn segments_at(&self) -> At {
        At::key(self.part, child(&self.pointer, "segments"))
    }
}

fn take(slot: &mut Vec<usize>, number: usize) {
    if !slot.contains(&number) {
        slot.push(number);
    }
}

/// "2 players" or "2 to 5 players".
pub(crate) fn players([least, most]: [u8; 2]) -> String {
    match (least, most) {
        (1, 1) => "1 player".to_owned(),
        _ if least == most => format!("{least} players"),
        _ => format!("{least} to {most} players"),
    }
}

fn read_segment<'a>(
    record: &'a Segment,
    pointer: String,
    footprint: Footprint,
    features: Option<&Map<Feature>>,
) -> Seg<'a> {
    let shape = features.and_then(|all| all.get(&record.feature)).map(|feature| feature.shape);
    let mut segment = Seg {
        record,
        pointer,
        shape,
        spots: Vec::new(),
        faults: Vec::new(),
        cells: Vec::new(),
        declarations: features.is_some(),
    };
    for (word, text) in words(record.at.as_deref()).enumerate() {
        match read_port(text, word, footprint) {
            Ok(spot) => segment.spots.push(spot),
            Err(fault) => segment.faults.push(fault),
        }
    }
    segment.cells.extend(segment.spots.iter().map(|spot| spot.cell));
    for (key, text) in [("over", record.over.as_deref()), ("cell", record.cell.as_deref())] {
        for (word, letter) in words(text).enumerate() {
            match cell_index(letter, footprint) {
                Ok(cell) => segment.cells.push(cell),
                Err(letter) => segment.faults.push(Fault::NoSuchCell { key, word, letter }),
            }
        }
    }
    segment.cells.sort_unstable();
    segment.cells.dedup();
    if segment.cells.is_empty() && footprint.cells() == 1 {
        segment.cells.push(0);
    }
    if let Some(shape) = shape {
        let fault = shape_fault(&segment, shape, footprint);
        segment.faults.extend(fault);
    }
    segment
}

fn words(text: Option<&str>) -> impl Iterator<Item = &str> {
    text.unwrap_or_default().split(' ').filter(|word| !word.is_empty())
}

fn cell_index(letter: &str, footprint: Footprint) -> Result<usize, char> {
    let byte = letter.bytes().next().unwrap_or(b'?');
    let index = usize::from(byte.wrapping_sub(b'a'));
    if letter.len() == 1 && index < footprint.cells() { Ok(index) } else { Err(letter.chars().next().unwrap_or('?')) }
}

fn read_port(text: &str, word: usize, footprint: Footprint) -> Result<Spot, Fault> {
    let (letter, port) = text.split_once('.').map_or((None, text), |(letter, port)| (Some(letter), port));
    let port = Port::parse(port).ok_or(Fault::Unreadable)?;
    let cell = match letter {
        Some(letter) => {
            cell_index(letter, footprint).map_err(|letter| Fault::NoSuchCell { key: "at", word, letter })?
        }
        None if footprint.cells() == 1 => 0,
        None => return Err(Fault::CellMissing { word }),
    };
    if !footprint.is_rim(cell, port.side()) {
        return Err(Fault::InnerEdge { word });
    }
    Ok(Spot { word, cell, port })
}

/// The first thing about a segment that does not suit its feature's shape. A port already at fault is not named again.
fn shape_fault(segment: &Seg<'_>, shape: Shape, footprint: Footprint) -> Option<Fault> {
    let several = footprint.cells() > 1;
    let wrong: Vec<_> = segment
        .spots
        .iter()
        .filter(|spot| match shape {
            Shape::Line | Shape::Block => !spot.port.is_middle(),
            Shape::Ground => spot.port.is_middle(),
            Shape::Site => true,
        })
        .map(|spot| spot.word)
        .collect();
    let faulty = !segment.faults.is_empty();
    if !wrong.is_empty() {
        return Some(Fault::WrongPorts { words: wrong });
    }
    match shape {
        _ if faulty => None,
        // A line may lie whole on its piece, from a rock to the river beside it; `over` says that this is meant.
        Shape::Line if segment.record.over.is_some() => None,
        Shape::Line | Shape::Block if segment.spots.is_empty() => Some(Fault::NoPorts),
        Shape::Site if several && segment.record.cell.is_none() => Some(Fault::SiteWithoutCell),
        Shape::Line | Shape::Block | Shape::Ground if segment.record.cell.is_some() => Some(Fault::CellOfNoSite),
        Shape::Ground if several && segment.cells.is_empty() => Some(Fault::GroundWithoutCells),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tests::{features, tile};

    fn faults(text: &str) -> Vec<Fault> {
        let tile = tile(text);
        let features = features();
        let piece = Piece::tile(Part::Tileset(0), "/tile/0".into(), &tile, Some(&features));
        piece.segments.into_iter().flat_map(|segment| segment.faults).collect()
    }

    #[test]
    fn edges_have_the_kind_of_their_middle_or_of_their_ground() {
        let tile = tile(
            r#"segments = [
                { id = "c", feature = "city", at = "N" },
                { id = "r", feature = "road", at = "E W" },
                { id = "f", feature = "field", at = "EL WR" },
                { id = "f2", feature = "field", at = "ER SL SR WL" },
            ]"#,
        );
        let features = features();
        let piece = Piece::tile(Part::Tileset(0), "/tile/0".into(), &tile, Some(&features));
        assert!(piece.sound());
        assert_eq!(piece.rim_kinds().collect::<Vec<_>>(), ["city", "road", "field", "road"]);
        let laid = piece.laid(Cell::new(3, 4), Rotation::from_quarters(1));
        assert_eq!(laid, [(Cell::new(3, 4), [Some("road"), Some("city"), Some("road"), Some("field")])]);
    }

    #[test]
    fn ports_are_read_on_the_rim_only() {
        let double = |at: &str| {
            faults(&format!("size = [1, 2]\nsegments = [{{ id = \"f\", feature = \"field\", at = \"{at}\" }}]"))
        };
        assert_eq!(double("a.NL b.SL"), []);
        assert_eq!(double("a.NL a.SL"), [Fault::InnerEdge { word: 1 }]);
        assert_eq!(double("a.NL c.SL"), [Fault::NoSuchCell { key: "at", word: 1, letter: 'c' }]);
        assert_eq!(double("NL"), [Fault::CellMissing { word: 0 }]);
    }

    #[test]
    fn a_shape_takes_its_own_ports() {
        let one = |feature: &str, rest: &str| {
            faults(&format!("segments = [{{ id = \"s\", feature = \"{feature}\" {rest} }}]"))
        };
        assert_eq!(one("road", ", at = \"N NL\""), [Fault::WrongPorts { words: vec![1] }]);
        assert_eq!(one("city", ""), [Fault::NoPorts]);
        assert_eq!(one("road", ""), [Fault::NoPorts]);
        assert_eq!(one("road", ", over = \"a\""), []);
        assert_eq!(one("field", ""), []);
        assert_eq!(one("field", ", at = \"N SL\""), [Fault::WrongPorts { words: vec![0] }]);
        assert_eq!(one("monastery", ", at = \"N\""), [Fault::WrongPorts { words: vec![0] }]);
        assert_eq!(one("road", ", at = \"N\", cell = \"a\""), [Fault::CellOfNoSite]);
        let double = |text: &str| faults(&format!("size = [2, 1]\nsegments = [{text}]"));
        assert_eq!(double("{ id = \"m\", feature = \"monastery\" }"), [Fault::SiteWithoutCell]);
        assert_eq!(double("{ id = \"m\", feature = \"monastery\", cell = \"b\" }"), []);
        assert_eq!(double("{ id = \"f\", feature = \"field\" }"), [Fault::GroundWithoutCells]);
        assert_eq!(double("{ id = \"f\", feature = \"field\", over = \"b\" }"), []);
        assert_eq!(double("{ id = \"f\", feature = \"field\", over = \"a c\" }").len(), 1);
    }
}
