use rootbake_core::pem::{Blocks, Error};

/// How many blocks of one line, none of which can be read, are told of one by one: a line without an
/// end can have millions.
const TOLD_OF: u32 = 16;

/// The blocks of one line that cannot be read, as far as they were told of.
#[derive(Default)]
pub(super) struct Crowd {
    line: u32,
    told: u32,
}

impl Crowd {
    /// Counts an error that is told of. Where it is the last that may be, passes over the others
    /// behind it on its line; how many these are.
    pub(super) fn passed_over(&mut self, error: &Error, blocks: &mut Blocks<'_>) -> u32 {
        let line = error.line();
        self.told = if line == self.line { self.told + 1 } else { 1 };
        self.line = line;
        match self.told {
            0..TOLD_OF => 0,
            TOLD_OF.. => pass_over(line, blocks),
        }
    }
}

fn pass_over(line: u32, blocks: &mut Blocks<'_>) -> u32 {
    let mut passed = 0;
    let mut ahead = blocks.clone();
    while let Some(Err(error)) = ahead.next()
        && error.line() == line
    {
        passed += 1;
        *blocks = ahead.clone();
    }
    passed
}
