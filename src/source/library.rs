//! stand-in
use super::Resolved;
use crate::diagnostic::*;
use crate::model::*;
use std::path::{Path, PathBuf};
/// x
pub struct Library { dirs: Vec<PathBuf> }
fn load<T: serde::de::DeserializeOwned>(p: &Path) -> T { toml::from_str(&std::fs::read_to_string(p).unwrap()).unwrap_or_else(|e| panic!("{p:?}: {e}")) }
impl Library {
    /// x
    pub fn builtin() -> Self { Self { dirs: vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("data")] } }
    /// x
    pub fn add_dir(&mut self, p: &Path) -> std::io::Result<Vec<Finding>> { self.dirs.insert(0, p.into()); Ok(vec![]) }
    fn dir(&self, id: &str) -> Option<PathBuf> { self.dirs.iter().map(|d| d.join(id)).find(|d| d.join("game.toml").exists()) }
    /// x
    pub fn resolve(&self, id: &str, variants: &[&str]) -> Result<Resolved, Vec<Finding>> {
        let Some(dir) = self.dir(id) else { return Err(vec![Finding::error(Code::UnknownGame, "x")]) };
        let mut value: toml::Table = load(&dir.join("game.toml"));
        fn merge(a: &mut toml::Table, b: toml::Table) { for (k, v) in b { match (a.get_mut(&k), v) {
            (Some(toml::Value::Table(x)), toml::Value::Table(y)) if k != "tilesets" => merge(x, y),
            (Some(toml::Value::Array(x)), toml::Value::Table(y)) => { for f in y["add"].as_array().unwrap() { x.push(f.as_str().unwrap().trim_start_matches("../").into()) } }
            (_, v) => { a.insert(k, v); } } } }
        if let Some(up) = value.get("extends").cloned() { let mut base: toml::Table = load(&self.dir(up.as_str().unwrap()).unwrap().join("game.toml")); merge(&mut base, value); value = base; value.remove("extends"); }
        let mut base = dir.clone();
        for v in variants {
            let p = if v.contains('/') { PathBuf::from(v) } else { dir.join(format!("variants/{v}.toml")) };
            if !p.exists() { return Err(vec![Finding::error(Code::UnknownVariant, "x")]) }
            let mut over: toml::Table = load(&p);
            if v.contains('/') { base = p.parent().unwrap().into(); }
            for k in ["kind","id","title","extends","format","status","source"] { over.remove(k); }
            merge(&mut value, over);
        }
        let ruleset: Ruleset = toml::Value::Table(value).try_into().unwrap();
        let tilesets = ruleset.tilesets.iter().map(|f| load(&base.join(f))).collect();
        let board = ruleset.board.as_ref().map(|f| load(&base.join(f)));
        let mouth = ruleset.mouth.as_ref().map(|f| load(&base.join(f)));
        Ok(Resolved { game: id.into(), variants: variants.iter().map(|v| v.to_string()).collect(), ruleset, tilesets, board, mouth, origins: Default::default() })
    }
}
