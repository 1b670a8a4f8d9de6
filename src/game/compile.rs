//! From the model's types to a compiled game.
//!
//! The checks of `lint` come first and say what is wrong with the data in words and on its bytes. What they let pass
//! compiles; what they would refuse is refused here too, with a plain sentence, so that nothing unchecked is ever played.

use std::borrow::Borrow;

use rustc_hash::FxHashMap;

use super::layout::{distinct_rotations, footprint, lay_out, parse_port};
use super::piece::{Class, ClassId, NONE, Seed, Segment, Tile, TileName};
use super::scoring::{FeatureId, Worth};
use super::terms::{chips_of, feature_of, figures, goods, icon_of, options, race_of, relevant_icons};
use super::{CourseRule, Game, MAX_PLAYERS, Setup, Stack, StartTile};
use crate::geometry::{Cell, Footprint, Port, Rotation};
use crate::model::{self, Board, MapBoard, Mouth, Ruleset, Shape, Status, Tileset};

/// Why a ruleset cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CompileError(String);

impl CompileError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

pub(super) type Result<T> = std::result::Result<T, CompileError>;

pub(super) fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(CompileError(message.into()))
}

/// Compiles a ruleset with its parts.
///
/// # Errors
/// With the first contradiction found, where the data would not pass its checks.
pub fn compile(
    ruleset: &Ruleset,
    variants: &[String],
    tilesets: &[impl Borrow<Tileset>],
    board: Option<&Board>,
    mouth: Option<&Mouth>,
    maps: &[MapBoard],
) -> Result<Game> {
    let players = ruleset.players.unwrap_or([2, 2]);
    if players[0] == 0 || players[0] > players[1] || players[1] as usize > MAX_PLAYERS {
        return fail(format!("{} to {} players cannot play", players[0], players[1]));
    }
    let mut compiler = Compiler::new(ruleset)?;
    let tilesets: Vec<&Tileset> = tilesets.iter().map(Borrow::borrow).collect();
    compiler.tilesets(ruleset, &tilesets)?;
    let setups = compiler.setups(players, board, mouth)?;
    compiler.maps(ruleset, maps)?;
    let Compiler { mut game, .. } = compiler;
    game.variants = variants.to_vec();
    game.players = players;
    game.setups = setups;
    game.bounded = game.course.is_some() || game.table.is_some() || game.map.is_some();
    for start in &ruleset.start {
        let Some(TileName::Class(class)) = game.tile_name(start.tile.as_bytes()) else {
            return fail(format!("no tile `{}` to start with", start.tile));
        };
        let rotation = Rotation::from_degrees(i64::from(start.rotation))
            .ok_or_else(|| CompileError(format!("`{}` is no rotation", start.rotation)))?;
        game.start.push(StartTile { class, cell: Cell::new(start.cell[0], start.cell[1]), rotation });
    }
    Ok(game)
}

/// Faces that the rules cannot tell apart: the segments of the first, their ids, their copies, and all sites they add.
type Group = (Vec<Segment>, Vec<String>, u32, Vec<FeatureId>);

/// The game under construction, and what its pieces are read against.
struct Compiler {
    game: Game,
    /// Icons that anything pays for or moves by: others cannot tell faces apart.
    relevant: Vec<bool>,
}

impl Compiler {
    fn new(ruleset: &Ruleset) -> Result<Self> {
        if ruleset.features.len() > 250 || ruleset.icons.len() > 250 || ruleset.figures.len() > 50 {
            return fail("more features, icons or figures than a game can have");
        }
        let mut game = Game {
            id: ruleset.id.clone(),
            title: ruleset.title.clone().unwrap_or_else(|| ruleset.id.clone()),
            variants: Vec::new(),
            players: [0, 0],
            features: Vec::new(),
            figures: Vec::new(),
            icons: ruleset.icons.keys().cloned().collect(),
            goods: Vec::new(),
            tiles: Vec::new(),
            classes: Vec::new(),
            segments: Vec::new(),
            seeds: Vec::new(),
            cells: Vec::new(),
            start: Vec::new(),
            stacks: Vec::new(),
            course: None,
            has_sites: false,
            race: None,
            options: options(&ruleset.options),
            table: ruleset.options.table,
            map: None,
            chips: None,
            bounded: false,
            setups: vec![Setup::default()],
            names: FxHashMap::default(),
            short_names: FxHashMap::default(),
            rules: ruleset.rules.iter().map(|(slug, rule)| (slug.clone(), rule.clone())).collect(),
        };
        let names: Vec<_> = ruleset.features.keys().cloned().collect();
        for (name, feature) in &ruleset.features {
            game.features.push(feature_of(&game.icons, &names, name, feature)?);
        }
        game.figures = figures(ruleset, &game.icons, &names)?;
        game.goods = goods(ruleset, &game.icons)?;
        let find_feature =
            |word: &str| names.iter().position(|known| known == word).map(|index| FeatureId(index as u8));
        let along = ruleset.stack.iter().find_map(|stack| stack.course.as_ref());
        if let Some(name) = ruleset.front.as_ref().map(|front| &front.feature).or(along) {
            let Some(feature) = find_feature(name) else {
                return fail(format!("no feature `{name}` to lay pieces along"));
            };
            game.course = Some(CourseRule { feature, front: ruleset.front.is_some() });
        }
        if let Some(race) = &ruleset.race {
            if !game.course.is_some_and(|course| course.front) {
                return fail("a race needs a front to run along");
            }
            game.race = Some(race_of(race, &game.icons, &names)?);
        }
        let relevant = relevant_icons(&game);
        Ok(Self { game, relevant })
    }

    /// Reads all tiles of all sets, those of early stacks marked as such.
    fn tilesets(&mut self, ruleset: &Ruleset, tilesets: &[&Tileset]) -> Result<()> {
        for stack in &ruleset.stack {
            if !tilesets.iter().any(|set| set.id == stack.tileset) {
                return fail(format!("no tile set `{}` for a stack", stack.tileset));
            }
            self.game.stacks.push(Stack { name: stack.tileset.clone(), first: None, last: None });
        }
        for set in tilesets {
            let stack = ruleset.stack.iter().position(|stack| stack.tileset == set.id);
            for tile in &set.tile {
                self.tile(tile, stack.unwrap_or(ruleset.stack.len()), set.status)?;
            }
        }
        for (index, stack) in ruleset.stack.iter().enumerate() {
            let tiles = &self.game.tiles;
            let find = |id: &Option<String>| match id {
                None => Ok(None),
                Some(id) => match tiles.iter().position(|tile| tile.id == *id) {
                    None => fail(format!("no tile `{id}` in stack `{}`", stack.tileset)),
                    found => Ok(found),
                },
            };
            let (first, last) = (find(&stack.first)?, find(&stack.last)?);
            self.game.stacks[index].first = first;
            self.game.stacks[index].last = last;
        }
        Ok(())
    }

    fn tile(&mut self, tile: &model::Tile, stack: usize, set_status: Option<Status>) -> Result<()> {
        let index = self.game.tiles.len();
        let status = tile.status.or(set_status).unwrap_or_default();
        let footprint = footprint(tile.size.unwrap_or([1, 1]))?;
        let faces = faces_of(tile);
        let boxes = self.game.options.boxes;
        // Faces that differ in nothing the rules look at are one class, in the order the faces stand.
        let mut groups: Vec<Group> = Vec::new();
        let mut keys: Vec<String> = Vec::new();
        for face in &faces {
            let segments = self.segments(tile, face, footprint)?;
            let key = self.signature(&segments);
            let sites = segments[tile.segments.len()..].iter().map(|segment| segment.feature).collect();
            if let Some(at) = keys.iter().position(|known| *known == key) {
                groups[at].1.push(face.id.clone().unwrap_or_default());
                groups[at].2 += face.count.unwrap_or(0) * boxes;
                groups[at].3.extend::<Vec<FeatureId>>(sites);
            } else {
                keys.push(key);
                let copies = face.count.unwrap_or(0) * boxes;
                groups.push((segments, vec![face.id.clone().unwrap_or_default()], copies, sites));
            }
        }
        let first = self.game.classes.len() as u16;
        let single = groups.len() == 1;
        for (mut segments, ids, copies, sites) in groups {
            // What only some of them show belongs to none of them.
            let some_sites = if ids.len() > 1 {
                segments.truncate(tile.segments.len());
                sites
            } else {
                Vec::new()
            };
            let plain = ids.iter().any(String::is_empty);
            let name = if plain || single { tile.id.clone() } else { format!("{}{}", tile.id, ids[0]) };
            let class = self.class(name, Some(index), ids.clone(), copies, status, footprint, segments)?;
            let made = &mut self.game.classes[class.index()];
            made.some_sites = some_sites;
            (made.draws_double, made.apart, made.stack) = (tile.draws_double, tile.apart, stack as u8);
            for id in &ids {
                self.name(&format!("{}{id}", tile.id), TileName::Class(class))?;
            }
            if (plain || single) && ids.iter().all(|id| !id.is_empty()) {
                self.name(&tile.id, TileName::Class(class))?;
            }
        }
        if self.game.tile_name(tile.id.as_bytes()).is_none() {
            self.name(&tile.id, TileName::Ambiguous(index))?;
        }
        let classes = first..self.game.classes.len() as u16;
        let along = self.game.classes[first as usize].along;
        self.game.tiles.push(Tile {
            id: tile.id.clone(),
            status,
            draws_double: tile.draws_double,
            apart: tile.apart,
            along,
            stack: stack as u8,
            classes,
        });
        Ok(())
    }

    fn name(&mut self, name: &str, means: TileName) -> Result<()> {
        if let Some(short) = super::packed(name.as_bytes()) {
            self.game.short_names.insert(short, means);
        }
        match self.game.names.insert(name.as_bytes().into(), means) {
            None => Ok(()),
            Some(_) => fail(format!("two tiles are called `{name}`")),
        }
    }

    /// What the rules see of a face: its segments, less the icons nothing pays for and the sites nobody can claim.
    fn signature(&self, segments: &[Segment]) -> String {
        use std::fmt::Write as _;
        let mut key = String::new();
        for segment in segments {
            let feature = &self.game.features[segment.feature.index()];
            let claimed =
                feature.claimable && self.game.figures.iter().any(|figure| figure.on[segment.feature.index()]);
            if feature.shape == Shape::Site && !claimed {
                continue;
            }
            let icons: Vec<_> =
                segment.icons.iter().zip(&self.relevant).map(|(n, relevant)| n * u32::from(*relevant)).collect();
            let end = icons.iter().rposition(|n| *n > 0).map_or(0, |at| at + 1);
            write!(key, "{}:{:?};", segment.id, &icons[..end]).expect("writing to a string cannot fail");
        }
        key
    }

    /// All segments of a face, in the tile's order, the face's own sites last.
    fn segments(&self, tile: &model::Tile, face: &model::Face, footprint: Footprint) -> Result<Vec<Segment>> {
        let records = tile.segments.iter().chain(&face.segments);
        let added = |id: &str| face.icons.get(id);
        self.read_segments(&tile.id, records, added, footprint)
    }

    fn read_segments<'a>(
        &self,
        owner: &str,
        records: impl Iterator<Item = &'a model::Segment> + Clone,
        added: impl Fn(&str) -> Option<&'a model::Map<u32>>,
        footprint: Footprint,
    ) -> Result<Vec<Segment>> {
        let mut segments: Vec<Segment> = Vec::new();
        for record in records.clone() {
            let context = |what: String| CompileError(format!("segment `{}` of `{owner}`: {what}", record.id));
            let feature = self
                .game
                .feature(record.feature.as_bytes())
                .ok_or_else(|| context(format!("no feature `{}`", record.feature)))?;
            let shape = self.game.features[feature.index()].shape;
            let mut ports = Vec::new();
            for word in record.at.as_deref().unwrap_or_default().split(' ').filter(|word| !word.is_empty()) {
                let (cell, port) = parse_port(word).ok_or_else(|| context(format!("`{word}` is no port")))?;
                if (cell as usize) >= footprint.cells() || !footprint.is_rim(cell as usize, port.side()) {
                    return Err(context(format!("port `{word}` is not on the rim")));
                }
                if port.is_middle() == (shape == Shape::Ground) || shape == Shape::Site {
                    return Err(context(format!("port `{word}` does not suit a {}", shape.word())));
                }
                ports.push((cell, port));
            }
            ports.sort_unstable();
            let letters = record.over.iter().chain(&record.cell).flat_map(|text| text.split(' '));
            let mut cells: Vec<u8> = ports.iter().map(|&(cell, _)| cell).collect();
            for letter in letters {
                let cell = letter.bytes().next().filter(u8::is_ascii_lowercase).map(|byte| byte - b'a');
                match cell.filter(|&cell| (cell as usize) < footprint.cells()) {
                    Some(cell) => cells.push(cell),
                    None => return Err(context(format!("no cell `{letter}`"))),
                }
            }
            if cells.is_empty() {
                cells.push(0);
            }
            cells.sort_unstable();
            cells.dedup();
            let mut icons = vec![0_u32; self.game.icons.len()];
            for (icon, count) in record.icons.iter().chain(added(&record.id).into_iter().flatten()) {
                let slot = &mut icons[icon_of(&self.game.icons, icon)?.0 as usize];
                *slot = slot.saturating_add(*count).min(1_000_000);
            }
            let end = icons.iter().rposition(|&count| count > 0).map_or(0, |at| at + 1);
            icons.truncate(end);
            let race_icon = self.game.race.as_ref().map(|race| race.icon.0 as usize);
            let features = &self.game.features[feature.index()];
            let surrounded = shape == Shape::Site
                && (features.unfinished.counts_neighbours()
                    || features.completed.as_ref().is_some_and(Worth::counts_neighbours));
            segments.push(Segment {
                id: record.id.clone(),
                feature,
                open: ports.iter().filter(|(_, port)| port.is_middle()).count() as u8,
                surrounded,
                race_icons: race_icon.and_then(|at| icons.get(at)).copied().unwrap_or(0),
                ports,
                cells,
                icons,
                bridge: record.bridge,
                borders: Vec::new(),
            });
        }
        if segments.len() >= NONE as usize {
            return fail(format!("`{owner}` has more segments than a piece can have"));
        }
        self.borders(owner, records, &mut segments)?;
        Ok(segments)
    }

    /// Links ground to the blocks it borders: those named, or those whose edge meets one of its half-edges at a corner.
    fn borders<'a>(
        &self,
        owner: &str,
        records: impl Iterator<Item = &'a model::Segment>,
        segments: &mut [Segment],
    ) -> Result<()> {
        let shape = |segment: &Segment| self.game.features[segment.feature.index()].shape;
        let mut owner_of: FxHashMap<(u8, usize), u8> = FxHashMap::default();
        for (index, segment) in segments.iter().enumerate().filter(|(_, segment)| shape(segment) == Shape::Block) {
            for &(cell, port) in &segment.ports {
                owner_of.insert((cell, port.side().index()), index as u8);
            }
        }
        for (index, record) in records.enumerate() {
            let mut borders = Vec::new();
            if let Some(named) = &record.borders {
                for id in named {
                    let at = segments.iter().position(|segment| segment.id == *id && shape(segment) == Shape::Block);
                    match at {
                        Some(at) => borders.push(at as u8),
                        None => return fail(format!("`{owner}`: segment `{}` borders no block `{id}`", record.id)),
                    }
                }
            } else if shape(&segments[index]) == Shape::Ground {
                for &(cell, port) in &segments[index].ports {
                    let beside = if port == Port::left(port.side()) { 3 } else { 1 };
                    if let Some(&block) = owner_of.get(&(cell, (port.side().index() + beside) % 4)) {
                        borders.push(block);
                    }
                }
            }
            borders.sort_unstable();
            borders.dedup();
            segments[index].borders = borders;
        }
        Ok(())
    }

    /// Adds a class with its segments and its cells in all four rotations.
    #[expect(
        clippy::too_many_arguments,
        reason = "the one place where a class is made, from parts its callers differ in"
    )]
    fn class(
        &mut self,
        name: String,
        tile: Option<usize>,
        faces: Vec<String>,
        copies: u32,
        status: Status,
        footprint: Footprint,
        segments: Vec<Segment>,
    ) -> Result<ClassId> {
        let index = self.game.classes.len();
        if index >= usize::from(u16::MAX) {
            return fail("more faces than a game can have");
        }
        let first_cell = self.game.cells.len() as u32;
        for rotation in Rotation::ALL {
            let cells = lay_out(&name, footprint, rotation, &segments)?;
            self.game.cells.extend(cells);
        }
        let along = self.game.course.map(|course| course.feature);
        let front = along.filter(|along| segments.iter().any(|segment| segment.feature == *along));
        self.game.has_sites |= segments.iter().any(|segment| segment.surrounded);
        let mut front_icons = vec![0_u32; self.game.icons.len()];
        for segment in segments.iter().filter(|segment| Some(segment.feature) == front) {
            for (sum, count) in front_icons.iter_mut().zip(&segment.icons) {
                *sum += count;
            }
        }
        let distinct_rotations = distinct_rotations(footprint, &segments);
        self.game.classes.push(Class {
            name,
            tile,
            faces,
            copies,
            status,
            footprint,
            first_segment: self.game.segments.len() as u32,
            segment_count: segments.len() as u8,
            first_cell,
            distinct_rotations,
            draws_double: false,
            apart: true,
            stack: u8::MAX,
            along: front.is_some(),
            along_icons: front_icons,
            some_sites: Vec::new(),
        });
        let features = &self.game.features;
        self.game.seeds.extend(segments.iter().map(|segment| Seed {
            open: segment.open,
            race_icons: segment.race_icons,
            enclosed: segment.open == 0
                && matches!(features[segment.feature.index()].shape, Shape::Line | Shape::Block),
        }));
        self.game.segments.extend(segments);
        Ok(ClassId(index as u16))
    }

    /// The map that tiles are laid on, and its chips.
    fn maps(&mut self, ruleset: &Ruleset, maps: &[MapBoard]) -> Result<()> {
        if maps.is_empty() {
            return Ok(());
        }
        let colours = ruleset.chips.as_ref().map(|chips| chips.colours.keys().cloned().collect());
        let names: Vec<String> = self.game.features.iter().map(|feature| feature.name.clone()).collect();
        let feature = |word: &str| names.iter().position(|known| known == word).map(|at| FeatureId(at as u8));
        let mut grid = super::map::map_of(maps, colours, feature, |map, sign, square| {
            let owner = format!("{} {sign}", maps[map].id);
            let segments = self.read_segments(&owner, square.segments.iter(), |_| None, Footprint::SINGLE)?;
            let status = maps[map].status.unwrap_or_default();
            let class = self.class("printed".into(), None, Vec::new(), 0, status, Footprint::SINGLE, segments)?;
            Ok((class, self.game.cells_of(class, Rotation::default())[0].edges))
        })?;
        grid.border_site = ruleset.options.border_site.unwrap_or_default();
        self.game.chips = ruleset.chips.as_ref().map(|chips| chips_of(chips, &ruleset.options));
        self.game.map = Some(grid);
        Ok(())
    }

    /// What depends on the number of players, for 0 to the greatest number.
    fn setups(&mut self, players: [u8; 2], board: Option<&Board>, mouth: Option<&Mouth>) -> Result<Vec<Setup>> {
        let mut setups = vec![Setup::default(); players[1] as usize + 1];
        let serves = |range: [u8; 2], count: usize| (range[0] as usize..=range[1] as usize).contains(&count);
        if let Some(board) = board {
            let footprint = footprint(board.size)?;
            for side in &board.side {
                let status = side.status.or(board.status).unwrap_or_default();
                let segments = self.read_segments(&board.id, side.segments.iter(), |_| None, footprint)?;
                let class = self.class(board.id.clone(), None, Vec::new(), 0, status, footprint, segments)?;
                for (count, setup) in setups.iter_mut().enumerate().filter(|(count, _)| serves(side.players, *count)) {
                    if setup.board.replace(class).is_some() {
                        return fail(format!("two sides of board `{}` serve {count} players", board.id));
                    }
                    setup.spaces = side.spaces;
                }
            }
        }
        for side in mouth.iter().flat_map(|mouth| &mouth.side) {
            for (_, setup) in setups.iter_mut().enumerate().filter(|(count, _)| serves(side.players, *count)) {
                setup.mouth.clone_from(&side.points);
            }
        }
        for (count, setup) in setups.iter().enumerate().skip(players[0] as usize) {
            if board.is_some() && setup.board.is_none() {
                return fail(format!("no side of the board serves {count} players"));
            }
            if self.game.race.is_some() && setup.mouth.is_empty() {
                return fail(format!("no side of the mouth serves {count} players"));
            }
        }
        Ok(setups)
    }
}

/// The faces of a tile with their counts: those written, and the plain one for what they leave.
///
/// A file's own counts add up, its checks see to that; where an overlay left fewer copies, the last faces go without.
fn faces_of(tile: &model::Tile) -> Vec<model::Face> {
    let mut rest = tile.count;
    let mut faces = tile.faces.clone();
    for face in faces.iter_mut().filter(|face| face.id.is_some()) {
        let count = face.count.unwrap_or(0).min(rest);
        face.count = Some(count);
        rest -= count;
    }
    if let Some(plain) = faces.iter_mut().find(|face| face.id.is_none()) {
        plain.count = Some(rest);
    } else if rest > 0 || faces.is_empty() {
        faces.insert(0, model::Face { count: Some(rest), ..model::Face::default() });
    }
    faces
}
