//! The procedural macro behind `rootbake::bake!`, where it is documented. Name that one: what this
//! crate takes and gives may change with every version.
#![forbid(unsafe_code)]

mod arguments;
mod literal;
mod options;
mod output;
mod problem;

use proc_macro::TokenStream;

use arguments::Arguments;
use problem::Problem;

/// `bake!` with the path to rootbake in front, in parentheses.
#[proc_macro]
pub fn bake_impl(input: TokenStream) -> TokenStream {
    match bake(input) {
        Ok(block) => block,
        Err(problem) => problem.into_tokens(),
    }
}

fn bake(input: TokenStream) -> Result<TokenStream, Problem> {
    let arguments = Arguments::read(input)?;
    let folder = output::manifest_dir()?;
    let block = arguments.bake(&folder)?;
    output::block(arguments.rootbake, &block, arguments.path.span)
}
