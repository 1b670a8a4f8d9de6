//! Tells cargo to build anew when a data file comes or goes: the macro that embeds them sees only those it knows.

fn main() {
    for folder in ["data", "tests/cases"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
