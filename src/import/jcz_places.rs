//! Where figures stand in files of `JCloisterZone`: locations on a tile, and the words for features and figures.
//!
//! Locations are written as the tile lies on the table: sides joined (`NWSE`), `_` before the sides that are left out, half
//! edges joined by dots (`NL.NR.EL`), and `I` for what reaches no edge. L and R are seen from the tile's centre, as ours.

use crate::geometry::{Port, Side};

/// Ports of a location; none at all for what reaches no edge.
///
/// The result is none where it is no location of a tile: a tower, a flight, a castle.
pub(super) fn ports(location: &str) -> Option<Vec<Port>> {
    if matches!(location, "I" | "CLOISTER" | "MONASTERY" | "GARDEN" | "INNER_FARM" | "INNER_FIELD") {
        return Some(Vec::new());
    }
    let (but, written) = location.strip_prefix('_').map_or((false, location), |rest| (true, rest));
    let mut named: Vec<Port> = Vec::new();
    let halves = written.contains(['L', 'R']);
    if halves {
        for part in written.split('.') {
            named.push(Port::parse(part).filter(|port| !port.is_middle())?);
        }
    } else {
        for letter in written.chars() {
            let side = Side::ALL.into_iter().find(|side| side.letter() == letter)?;
            named.push(Port::middle(side));
        }
    }
    if but {
        named = Port::all().filter(|port| port.is_middle() != halves && !named.contains(port)).collect();
    }
    (!named.is_empty()).then_some(named)
}

/// The feature that a pointer's word stands for.
pub(super) fn feature(word: &str) -> Option<&'static str> {
    Some(match word {
        "City" => "city",
        "Road" => "road",
        "Field" | "Farm" => "field",
        "Monastery" | "Cloister" => "monastery",
        "Garden" => "garden",
        _ => return None,
    })
}

/// The seat and figure of a meeple's id, `SEAT.KIND.NUMBER`.
pub(super) fn figure(id: &str) -> Option<(usize, Result<&'static str, &str>)> {
    let mut parts = id.split('.');
    let seat = parts.next()?.parse().ok()?;
    let kind = parts.next()?;
    let figure = match kind {
        "small" | "small-follower" => "meeple",
        "big" | "big-follower" => "big",
        "abbot" => "abbot",
        "builder" => "builder",
        "pig" => "pig",
        _ => return Some((seat, Err(kind))),
    };
    Some((seat, Ok(figure)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(location: &str) -> Option<String> {
        let ports = ports(location)?;
        Some(ports.iter().map(Port::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn locations_are_ports() {
        assert_eq!(shown("NW").as_deref(), Some("N W"));
        assert_eq!(shown("_S").as_deref(), Some("N E W"));
        assert_eq!(shown("NL.NR.EL").as_deref(), Some("NL NR EL"));
        assert_eq!(shown("_SL.SR").as_deref(), Some("NL NR EL ER WL WR"));
        assert_eq!(shown("I").as_deref(), Some(""));
        assert_eq!(
            [shown("TOWER"), shown(""), shown("N."), shown("NL.N"), shown("_NESW")],
            [None, None, None, None, None]
        );
    }

    #[test]
    fn figures_have_a_seat_and_a_kind() {
        assert_eq!(figure("1.small.3"), Some((1, Ok("meeple"))));
        assert_eq!(figure("0.wagon.1"), Some((0, Err("wagon"))));
        assert_eq!([figure("x.small.1"), figure("1"), figure("")], [None; 3]);
    }
}
