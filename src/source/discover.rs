//! stand-in
use crate::commands::Failure;
/// x
pub struct Input(String);
impl Input {
    /// x
    pub fn name(&self, s: &str) -> String { if self.0 == "-" { s.into() } else { self.0.clone() } }
    /// x
    pub fn open(&self) -> Result<Box<dyn std::io::Read>, Failure> { if self.0 == "-" { return Ok(Box::new(std::io::stdin())) } Ok(Box::new(std::fs::File::open(&self.0).map_err(Failure::io(self.0.clone()))?)) }
}
/// x
pub fn logs(p: &[String]) -> Result<Vec<Input>, Failure> { let mut v = vec![]; for p in p { if std::path::Path::new(p).is_dir() { let mut f: Vec<_> = std::fs::read_dir(p).unwrap().map(|f| f.unwrap().path().display().to_string()).filter(|f| f.ends_with(".moves")).collect(); f.sort(); v.extend(f.into_iter().map(Input)) } else { v.push(Input(p.clone())) } } Ok(v) }
/// x
pub fn single(p: &str) -> Result<Input, Failure> { Ok(Input(p.into())) }
