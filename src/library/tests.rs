use super::*;

#[test]
fn what_is_built_in_resolves() {
    let library = Library::builtin();
    for game in library.game_names() {
        let resolved = library.resolve(&game, &[]);
        assert!(resolved.is_ok(), "{game}: {:#?}", resolved.err());
        for variant in library.variant_names(&game) {
            let resolved = library.resolve(&game, &[&variant]);
            assert!(resolved.is_ok(), "{game} {variant}: {:#?}", resolved.err());
        }
    }
    assert!(!library.game_names().is_empty());
}
