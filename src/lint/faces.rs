//! TW0317, TW0319, and TW0302 for segments that faces name: the printings of a tile.
//!
//! A face may add sites and icons; edges and joins are the tile's alone, because every copy of a drawing lies alike. A face
//! id that a log would read as a rotation is refused.

use crate::diagnostic::{Code, Finding, did_you_mean};
use crate::geometry::Rotation;
use crate::model::Shape;
use crate::source::child;

use super::icons::segment_of;
use super::piece::{Piece, Seg};
use super::report::{At, Report};
use super::{segments, shapes};

/// Checks the faces of one drawing; their counts are in `totals`, as they bind a file as written.
pub(super) fn check(piece: &Piece<'_>, report: &mut Report<'_>) {
    let Some(tile) = piece.tile else { return };
    for (number, face) in tile.faces.iter().enumerate() {
        let pointer = child(&child(&piece.pointer, "faces"), number);
        if let Some(id) = &face.id
            && Rotation::ALL.iter().any(|rotation| rotation.to_string() == *id)
        {
            let message = format!("a move log reads `{id}` as a rotation, so no face can be called that");
            let at = At::value(piece.part, child(&pointer, "id"));
            let help = "any other letter or word will do, such as `a`";
            report.add(&at, Finding::error(Code::ReservedId, message).help(help));
        }
        for id in face.icons.keys() {
            if segment_of(tile, number, id).is_none() {
                let ids: Vec<_> =
                    tile.segments.iter().chain(&face.segments).map(|segment| segment.id.as_str()).collect();
                let message = format!("{} has no segment `{id}` to carry icons", piece.name);
                let at = At::key(piece.part, child(&child(&pointer, "icons"), id));
                report.add(&at, Finding::error(Code::UnknownName, message).help(did_you_mean(id, ids.iter().copied())));
            }
        }
        for (at, segment) in face.segments.iter().enumerate() {
            let segment = piece.read_added(segment, child(&child(&pointer, "segments"), at));
            check_added(piece, &segment, report);
        }
    }
}

/// Checks a segment that a face adds.
fn check_added(piece: &Piece<'_>, segment: &Seg<'_>, report: &mut Report<'_>) {
    if !segment.feature_known() {
        return;
    }
    let site = segment.shape.map_or(segment.record.at.is_none(), |shape| shape == Shape::Site);
    if site {
        segments::check_one(piece, segment, report);
        shapes::check_one(piece, segment, report);
        return;
    }
    let message = format!("a face of {} adds `{}`, which is no site", piece.name, segment.record.id);
    let help = "a face may add sites only; what reaches an edge, and ground, belongs to the tile";
    let at = At::value(piece.part, segment.key("feature"));
    report.add(&at, Finding::error(Code::FaceChangesTile, message).help(help));
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::tile_findings;

    fn said(faces: &str) -> Vec<(&'static str, String)> {
        let found = tile_findings(&format!(
            "segments = [{{ id = \"f\", feature = \"field\", at = \"NL NR EL ER SL SR WL WR\" }}]\nfaces = [{faces}]"
        ));
        found.into_iter().map(|finding| (finding.code.number(), finding.message)).collect()
    }

    #[test]
    fn a_face_is_not_called_like_a_rotation() {
        let named = |id: &str| said(&format!("{{ id = \"{id}\", count = 1 }}, {{}}"));
        assert_eq!(
            named("r90"),
            [("TW0317", "a move log reads `r90` as a rotation, so no face can be called that".into())]
        );
        assert!(named("r1").is_empty() && named("r").is_empty());
    }

    #[test]
    fn a_face_adds_sites_and_nothing_else() {
        let adds = |segment: &str| said(&format!("{{ id = \"a\", count = 1, segments = [{segment}] }}, {{}}"));
        assert!(adds(r#"{ id = "g", feature = "garden" }"#).is_empty());
        let road = adds(r#"{ id = "r", feature = "road", at = "N" }"#);
        assert_eq!(road, [("TW0319", "a face of `Z` adds `r`, which is no site".into())]);
        assert_eq!(adds(r#"{ id = "g", feature = "field" }"#)[0].0, "TW0319");
        assert_eq!(adds(r#"{ id = "g", feature = "garden", at = "N" }"#)[0].0, "TW0307");
        assert_eq!(adds(r#"{ id = "g", feature = "garden", cell = "b" }"#), [("TW0315", "`Z` has no cell `b`".into())]);
        assert_eq!(adds(r#"{ id = "g", feature = "gardn" }"#)[0].0, "TW0302");
    }
}
