//! How a piece lies: its cells in each rotation, what every edge shows, and in how many ways it can lie at all.
//!
//! What must stay true: every edge on the rim of a laid-out piece shows some feature, and no port belongs to two segments.

use super::compile::{Result, fail};
use super::piece::{NONE, PieceCell, Segment};
use crate::geometry::{Footprint, Port, Rotation, Side};

/// A piece's footprint, of at most 25 cells.
pub(super) fn footprint(size: [u8; 2]) -> Result<Footprint> {
    let [width, height] = size;
    if width == 0 || height == 0 || usize::from(width) * usize::from(height) > 25 {
        return fail(format!("a piece cannot have {width} x {height} cells"));
    }
    Ok(Footprint { width, height })
}

/// A port as data files write it, with its cell's number: `b.SL`, or `N` for the first cell.
pub(super) fn parse_port(word: &str) -> Option<(u8, Port)> {
    match word.split_once('.') {
        None => Some((0, Port::parse(word)?)),
        Some((letter, port)) => match letter.as_bytes() {
            [byte @ b'a'..=b'z'] => Some((byte - b'a', Port::parse(port)?)),
            _ => None,
        },
    }
}

/// The cells of a piece turned so, in reading order as it lies.
pub(super) fn lay_out(
    name: &str,
    footprint: Footprint,
    rotation: Rotation,
    segments: &[Segment],
) -> Result<Vec<PieceCell>> {
    let lies = footprint.turned(rotation);
    let blank = PieceCell { edges: 0, rim: 0, ports: [NONE; 12], site: NONE, drawn: 0, dx: 0, dy: 0 };
    let mut cells = vec![blank; footprint.cells()];
    for drawn in 0..footprint.cells() {
        let at = footprint.turned_index(drawn, rotation);
        let offset = lies.offset(at);
        (cells[at].drawn, cells[at].dx, cells[at].dy) = (drawn as u8, offset.x as u8, offset.y as u8);
    }
    for (index, segment) in segments.iter().enumerate() {
        for &(drawn, port) in &segment.ports {
            let at = footprint.turned_index(drawn as usize, rotation);
            let slot = &mut cells[at].ports[port.turned(rotation).index()];
            if std::mem::replace(slot, index as u8) != NONE {
                return fail(format!("`{name}`: port {port} belongs to two segments"));
            }
        }
        if segment.surrounded {
            let at = footprint.turned_index(segment.cells[0] as usize, rotation);
            if std::mem::replace(&mut cells[at].site, index as u8) != NONE {
                return fail(format!("`{name}`: two sites whose surroundings count stand in one cell"));
            }
        }
    }
    for (at, cell) in cells.iter_mut().enumerate() {
        for side in Side::ALL.into_iter().filter(|side| lies.is_rim(at, *side)) {
            let middle = cell.ports[Port::middle(side).index()];
            let shown = if middle == NONE { cell.ports[Port::left(side).index()] } else { middle };
            let Some(segment) = segments.get(shown as usize) else {
                return fail(format!("`{name}`: the {} edge of cell {} shows nothing", side.word(), cell.drawn));
            };
            cell.edges |= (u32::from(segment.feature.0) + 1) << (8 * side.index());
            cell.rim |= 0xFF << (8 * side.index());
        }
    }
    Ok(cells)
}

/// In how many ways a piece can lie that differ in more than the name of the rotation.
pub(super) fn distinct_rotations(footprint: Footprint, segments: &[Segment]) -> u8 {
    let lies = |rotation: Rotation| {
        let mut seen: Vec<_> = segments
            .iter()
            .map(|segment| {
                let mut ports: Vec<_> = segment
                    .ports
                    .iter()
                    .map(|&(cell, port)| (footprint.turned_index(cell as usize, rotation), port.turned(rotation)))
                    .collect();
                ports.sort_unstable();
                let mut cells: Vec<_> =
                    segment.cells.iter().map(|&cell| footprint.turned_index(cell as usize, rotation)).collect();
                cells.sort_unstable();
                let bordered = segment.borders.iter().filter_map(|&block| segments[block as usize].ports.first());
                let mut borders: Vec<_> = bordered
                    .map(|&(cell, port)| (footprint.turned_index(cell as usize, rotation), port.turned(rotation)))
                    .collect();
                borders.sort_unstable();
                (segment.feature, ports, cells, segment.icons.clone(), borders)
            })
            .collect();
        seen.sort();
        (footprint.turned(rotation).width, seen)
    };
    let drawn = lies(Rotation::ALL[0]);
    if lies(Rotation::ALL[1]) == drawn {
        1
    } else if lies(Rotation::ALL[2]) == drawn {
        2
    } else {
        4
    }
}
