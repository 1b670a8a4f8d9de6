//! Pieces onto a canvas: blitting, letters, marks, and the record of what was used, for the legend.
//!
//! What must stay true: all pieces are drawn before the first letter, so that no letter is painted over, and whatever
//! finds no place is told in words instead.

use std::collections::BTreeSet;

use super::canvas::{Canvas, Ink, player_colour};
use super::glyphs::Glyphs;
use super::labels::{self, Taken};
use super::raster::{Pitch, Point, Raster, What};
use super::scene::{Laid, Mark, MarkKind};
use crate::geometry::{Cell, Side};

/// The most cells a piece that is drawn may have; data files allow fewer.
const LARGEST_PIECE: usize = 256;

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) west: i32,
    pub(super) north: i32,
    pub(super) columns: i32,
    pub(super) rows: i32,
}

impl Window {
    /// Whether any cell of the rectangle with this corner and size lies in the window.
    pub(super) fn meets(self, cell: Cell, width: u8, height: u8) -> bool {
        let meets = |start: i32, length: i32, at: i32, size: u8| {
            let (start, at) = (i64::from(start), i64::from(at));
            at < start + i64::from(length) && at + i64::from(size) > start
        };
        meets(self.west, self.columns, cell.x, width) && meets(self.north, self.rows, cell.y, height)
    }
}

/// Signs that belong to no feature, figure or icon.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Sign {
    /// Two bends back to back.
    Slash,
    /// A space of the race.
    Space,
    /// A place where a piece was tried.
    Tried,
    /// An edge that does not fit.
    Clash,
    /// A place where a piece could lie.
    Candidate,
    /// Icons that are on the pieces but too small to draw.
    IconsHidden,
}

/// Which signs a picture uses; the legend explains these and no others.
#[derive(Default)]
pub(super) struct Used {
    pub(super) features: BTreeSet<String>,
    /// Features with a line that ends on a tile.
    pub(super) ends: BTreeSet<String>,
    pub(super) icons: BTreeSet<String>,
    /// Figures, by player and kind.
    pub(super) figures: BTreeSet<(usize, String)>,
    pub(super) signs: BTreeSet<Sign>,
    /// The piece laid last, in words.
    pub(super) last: Option<String>,
    /// What lies or is printed on squares of a map: the sign, and what it means.
    pub(super) squares: BTreeSet<(String, String)>,
}

impl Used {
    /// Takes over what another picture uses.
    pub(super) fn add(&mut self, other: Self) {
        self.features.extend(other.features);
        self.ends.extend(other.ends);
        self.icons.extend(other.icons);
        self.figures.extend(other.figures);
        self.signs.extend(other.signs);
        self.last = other.last.or(self.last.take());
        self.squares.extend(other.squares);
    }
}

/// What is written on the pieces beside their drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Writing {
    /// Figures, icons and racers; the names of the tiles where they fit.
    Play,
    /// The ids of the segments.
    Ids,
}

/// A drawn rectangle.
pub(super) struct Picture {
    pub(super) canvas: Canvas,
    pub(super) used: Used,
    /// What found no place, in words.
    pub(super) left_out: Vec<String>,
}

/// Draws the pieces that lie in the window.
pub(super) struct Painter<'a> {
    pub(super) glyphs: &'a Glyphs,
    pub(super) pitch: Pitch,
    pub(super) window: Window,
    pub(super) picture: Picture,
    taken: Taken,
}

impl<'a> Painter<'a> {
    pub(super) fn new(glyphs: &'a Glyphs, pitch: Pitch, window: Window) -> Self {
        let width = (window.columns * pitch.x + 1) as usize;
        let height = (window.rows * pitch.y + 1) as usize;
        Self {
            glyphs,
            pitch,
            window,
            picture: Picture { canvas: Canvas::new(width, height), used: Used::default(), left_out: Vec::new() },
            taken: Taken::new(width, height),
        }
    }

    /// Draws everything and hands the picture over.
    pub(super) fn paint(mut self, pieces: &[Laid], marks: &[Mark], writing: Writing) -> Picture {
        let drawable = |laid: &&Laid| (1..=LARGEST_PIECE).contains(&laid.footprint.cells());
        let seen: Vec<&Laid> = pieces
            .iter()
            .filter(drawable)
            .filter(|laid| self.window.meets(laid.cell, laid.footprint.width, laid.footprint.height))
            .collect();
        let rasters: Vec<(Raster<'_>, Point)> =
            seen.iter().map(|laid| (Raster::new(laid, self.pitch), self.corner(laid.cell))).collect();
        for (laid, (raster, corner)) in seen.iter().zip(&rasters) {
            self.blit(laid, raster, *corner);
        }
        for (laid, (raster, corner)) in seen.iter().zip(&rasters) {
            if writing == Writing::Play {
                self.name(laid, *corner);
                self.race(laid, raster, *corner);
            }
            if laid.last {
                self.last(laid, raster, *corner);
            }
        }
        for (laid, (raster, corner)) in seen.iter().zip(&rasters) {
            match writing {
                Writing::Play => self.figures(laid, raster, *corner),
                Writing::Ids => self.ids(laid, raster, *corner),
            }
        }
        if writing == Writing::Play {
            for (laid, (raster, corner)) in seen.iter().zip(&rasters) {
                self.icons(laid, raster, *corner);
            }
        }
        let window = self.window;
        for mark in marks.iter().filter(|mark| window.meets(mark.cell, mark.footprint.width, mark.footprint.height)) {
            self.mark(mark);
        }
        self.picture
    }

    pub(super) fn corner(&self, cell: Cell) -> Point {
        ((cell.x - self.window.west) * self.pitch.x, (cell.y - self.window.north) * self.pitch.y)
    }

    fn blit(&mut self, laid: &Laid, raster: &Raster<'_>, (cx, cy): Point) {
        for point in raster.points() {
            let at = (cx + point.0, cy + point.1);
            if raster.is_corner(point) {
                self.picture.canvas.put(at, self.glyphs.corner(), Ink::Faint);
                continue;
            }
            let spot = raster.at(point);
            let Some(segment) = spot.owner.and_then(|owner| laid.segments.get(owner)) else { continue };
            let feature = &segment.feature;
            let used = &mut self.picture.used;
            if !used.features.contains(feature) {
                used.features.insert(feature.clone());
            }
            let (glyph, ink) = match spot.what {
                What::Nothing => continue,
                What::Ground => (self.glyphs.ground(feature), Ink::Ground),
                What::Block => (self.glyphs.block(feature), Ink::Block),
                What::Site => (self.glyphs.site(feature), Ink::Site),
                What::Line(arms, under) => {
                    let under = under.and_then(|under| laid.segments.get(under));
                    let glyph = match under {
                        Some(under) => self.glyphs.crossing(feature, arms, &under.feature),
                        None => self.glyphs.line(feature, arms),
                    };
                    (glyph, Ink::Line(self.glyphs.rank(feature)))
                }
                What::End => {
                    used.ends.insert(feature.clone());
                    (self.glyphs.end(), Ink::Line(self.glyphs.rank(feature)))
                }
                What::Slash(rising) => {
                    used.signs.insert(Sign::Slash);
                    (self.glyphs.slash(rising), Ink::Line(self.glyphs.rank(feature)))
                }
            };
            self.picture.canvas.put(at, glyph, ink);
        }
    }

    /// The tile's name, right of its north-west corner, where it leaves the middle of the edge free.
    fn name(&mut self, laid: &Laid, (x, y): Point) {
        let room = (self.pitch.x / 2 - 1) as usize;
        let plain = laid.name.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        let Some(name) = [laid.name.as_str(), plain].into_iter().find(|name| name.len() <= room) else { return };
        if self.pitch.x >= Pitch::MEDIUM.x
            && labels::place_at((x + 1, y), name.len(), i32::MAX, &mut self.taken).is_some()
        {
            self.picture.canvas.write((x + 1, y), name, Ink::Faint);
        }
    }

    fn last(&mut self, laid: &Laid, raster: &Raster<'_>, (cx, cy): Point) {
        for point in raster.points().filter(|&point| raster.is_outer_corner(point)) {
            self.picture.canvas.put((cx + point.0, cy + point.1), self.glyphs.last(), Ink::Mark);
        }
        self.picture.used.last = Some(format!("{} {} {}", laid.name, laid.cell, laid.rotation));
    }

    /// The spaces of the race and who stands on them.
    fn race(&mut self, laid: &Laid, raster: &Raster<'_>, (cx, cy): Point) {
        let Some(course) = laid.course else { return };
        let path: Vec<Point> = course_points(raster, course);
        let spaces = laid.spaces.len();
        if path.is_empty() || spaces == 0 {
            return;
        }
        for (index, space) in laid.spaces.iter().enumerate() {
            let (x, y) = path[(2 * index + 1) * path.len() / (2 * spaces)];
            let at = (cx + x, cy + y);
            if space.racers.is_empty() {
                if spaces <= path.len() {
                    self.picture.used.signs.insert(Sign::Space);
                    self.picture.canvas.put(at, self.glyphs.space(), Ink::Line(1));
                    self.taken.reserve(at);
                }
                continue;
            }
            if let Some(place) = labels::place_at(at, space.racers.len(), cx + raster.width - 1, &mut self.taken) {
                for (offset, &player) in (0..).zip(&space.racers) {
                    self.picture.canvas.put(
                        (place.0 + offset, place.1),
                        self.glyphs.player(player),
                        self.player(player),
                    );
                }
            }
        }
    }

    fn player(&self, index: usize) -> Ink {
        Ink::Player(player_colour(self.glyphs.player_name(index), index))
    }

    fn figures(&mut self, laid: &Laid, raster: &Raster<'_>, corner: Point) {
        for (owner, segment) in laid.segments.iter().enumerate() {
            for figure in &segment.figures {
                let (player, kind) = (self.glyphs.player(figure.player), self.glyphs.kind(&figure.kind));
                let text = match (self.is_small(), self.glyphs.is_first_kind(&figure.kind)) {
                    (true, true) => player.to_string(),
                    (true, false) => player.to_ascii_lowercase().to_string(),
                    (false, _) => format!("{player}{kind}"),
                };
                match labels::place(raster, owner, segment.shape, text.len(), corner, &mut self.taken) {
                    Some(place) => {
                        self.picture.used.figures.insert((figure.player, figure.kind.clone()));
                        self.picture.canvas.write(place, &text, self.player(figure.player));
                    }
                    None => self.picture.left_out.push(format!(
                        "{}'s {} on {} {} of {} {}",
                        self.glyphs.player_name(figure.player),
                        figure.kind,
                        segment.feature,
                        super::build::written_ports(segment, laid.footprint),
                        laid.name,
                        laid.cell
                    )),
                }
            }
        }
    }

    fn is_small(&self) -> bool {
        self.pitch.y <= Pitch::SMALL.y
    }

    fn icons(&mut self, laid: &Laid, raster: &Raster<'_>, corner: Point) {
        for (owner, segment) in laid.segments.iter().enumerate() {
            for (icon, count) in segment.icons.iter().filter(|(_, count)| *count > 0) {
                if self.is_small() {
                    self.picture.used.signs.insert(Sign::IconsHidden);
                    continue;
                }
                let letter = self.glyphs.icon(icon);
                let text = if *count == 1 { letter.to_string() } else { format!("{letter}{count}") };
                match labels::place(raster, owner, segment.shape, text.len(), corner, &mut self.taken) {
                    Some(place) => {
                        self.picture.used.icons.insert(icon.clone());
                        self.picture.canvas.write(place, &text, Ink::Icon);
                    }
                    None => self.picture.left_out.push(format!(
                        "{count} {icon} on {} {} of {} {}",
                        segment.feature,
                        super::build::written_ports(segment, laid.footprint),
                        laid.name,
                        laid.cell
                    )),
                }
            }
        }
    }

    fn ids(&mut self, laid: &Laid, raster: &Raster<'_>, corner: Point) {
        for (owner, segment) in laid.segments.iter().enumerate() {
            let length = segment.id.chars().count();
            if let Some(place) = labels::place(raster, owner, segment.shape, length, corner, &mut self.taken) {
                self.picture.canvas.write(place, &segment.id, Ink::Icon);
            }
        }
    }

    /// A box inside the cells of the mark, so that the edges around them stay visible.
    fn mark(&mut self, mark: &Mark) {
        if mark.footprint.cells() == 0 {
            return;
        }
        let (x, y) = self.corner(mark.cell);
        let (width, height) =
            (i32::from(mark.footprint.width) * self.pitch.x, i32::from(mark.footprint.height) * self.pitch.y);
        let (west, north, east, south) = (x + 1, y + 1, x + width - 1, y + height - 1);
        let room = (east - west - 1).max(1) as usize;
        let label: String = mark.label.chars().take(room).collect();
        let length = label.chars().count() as i32;
        let middle = (west + (east - west + 1 - length) / 2, i32::midpoint(north, south));
        let [nw, ne, se, sw, flat, upright] = self.glyphs.frame();
        let canvas = &mut self.picture.canvas;
        match mark.kind {
            MarkKind::Candidate => {
                self.picture.used.signs.insert(Sign::Candidate);
                canvas.put((middle.0 - 1, middle.1), '(', Ink::Mark);
                canvas.put((middle.0 + length, middle.1), ')', Ink::Mark);
            }
            MarkKind::Tried if north == south => {
                self.picture.used.signs.insert(Sign::Tried);
                canvas.put((west, north), '[', Ink::Mark);
                canvas.put((east, north), ']', Ink::Mark);
            }
            MarkKind::Tried => {
                self.picture.used.signs.insert(Sign::Tried);
                for x in west + 1..east {
                    canvas.put((x, north), flat, Ink::Mark);
                    canvas.put((x, south), flat, Ink::Mark);
                }
                for y in north + 1..south {
                    canvas.put((west, y), upright, Ink::Mark);
                    canvas.put((east, y), upright, Ink::Mark);
                }
                for (point, glyph) in
                    [((west, north), nw), ((east, north), ne), ((east, south), se), ((west, south), sw)]
                {
                    canvas.put(point, glyph, Ink::Mark);
                }
            }
        }
        canvas.write(middle, &label, Ink::Mark);
        for &(cell, side) in &mark.clashes {
            let at = mark.footprint.offset(cell.min(mark.footprint.cells().saturating_sub(1)));
            let (cx, cy) = (x + at.x * self.pitch.x + self.pitch.x / 2, y + at.y * self.pitch.y + self.pitch.y / 2);
            let point = match side {
                Side::North => (cx, cy - (self.pitch.y / 2 - 1)),
                Side::South => (cx, cy + (self.pitch.y / 2 - 1)),
                Side::East => (cx + self.pitch.x / 2 - 1, cy),
                Side::West => (cx - (self.pitch.x / 2 - 1), cy),
            };
            self.picture.used.signs.insert(Sign::Clash);
            self.picture.canvas.put(point, self.glyphs.clash(), Ink::Mark);
        }
    }
}

/// The points of the course in the order racers pass them: along the line from its end upstream.
fn course_points(raster: &Raster<'_>, course: usize) -> Vec<Point> {
    let own = |point: Point| {
        let spot = raster.at(point);
        spot.owner == Some(course) && matches!(spot.what, What::Line(..) | What::End)
    };
    let neighbours = |(x, y): Point| [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
    // Upstream is the end with fewer neighbours that lies furthest north.
    let start = raster
        .points()
        .filter(|&point| own(point))
        .min_by_key(|&point| (neighbours(point).into_iter().filter(|&next| own(next)).count() > 1, point.1, point.0));
    let Some(start) = start else { return Vec::new() };
    let mut path = vec![start];
    while let Some(&here) = path.last() {
        let Some(next) = neighbours(here).into_iter().find(|&next| own(next) && !path.contains(&next)) else { break };
        path.push(next);
    }
    path.retain(|&point| !raster.on_rim(point));
    path
}
