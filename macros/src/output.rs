use std::env;
use std::path::{Path, PathBuf};

use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};
use rootbake_codegen::Block;

use crate::problem::Problem;

/// The folder of the package that `bake!` stands in.
pub(crate) fn manifest_dir() -> Result<PathBuf, Problem> {
    match env::var_os("CARGO_MANIFEST_DIR") {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => Err(Problem::new(
            "CARGO_MANIFEST_DIR is not set: expected cargo, which says where paths begin",
            Span::call_site(),
        )),
    }
}

/// `{ watch; import; set }`
pub(crate) fn block(
    rootbake: TokenStream,
    block: &Block,
    span: Span,
) -> Result<TokenStream, Problem> {
    let parse = |text: &str| {
        text.parse::<TokenStream>()
            .map_err(|error| Problem::new(format!("generated code cannot be read: {error}"), span))
    };
    let mut content = TokenStream::new();
    for file in &block.files {
        content.extend(parse(&watch(file, span)?)?);
    }
    content.extend(parse("use")?);
    content.extend(rootbake);
    content.extend(parse("::__private::v1 as rootbake_v1;")?);
    content.extend(parse(&block.source)?);
    Ok(TokenTree::from(Group::new(Delimiter::Brace, content)).into())
}

/// Has the compiler watch a file, and compiles to nothing: neither the content nor the folder of the
/// package gets into a binary.
fn watch(file: &Path, span: Span) -> Result<String, Problem> {
    let Some(file) = file.to_str() else {
        return Err(Problem::new("path is not UTF-8", span));
    };
    Ok(format!(
        "const _: fn() = || {{ let _ = ::core::include_bytes!(::core::concat!(\
         ::core::env!(\"CARGO_MANIFEST_DIR\"), \"/\", {file:?})); }};"
    ))
}
