use super::folder::Folder;

#[test]
fn wrong_usage_exits_with_2() {
    let folder = Folder::with([("ca.pem", b"")]);
    for arguments in [
        "",
        "bake-it",
        "bake",
        "bake ca.pem --constant not-a-name",
        "bake ca.pem --constant self",
        "bake ca.pem --as-of 2026-07-01",
        "check --as-of yesterday",
        "check ca.pem --max-age old",
        "check ca.pem other.pem",
        "demo now",
        "diff",
        "diff ca.pem",
        "diff ca.pem other.pem third.pem",
        "identity",
        "identity chain.pem key.pem --role both",
        "identity chain.pem key.pem --peer-schemes rot13",
        "identity chain.pem key.pem --sni \u{fc}.example",
        "identity chain.pem key.pem --constraints SHA*",
        "inspect",
        "inspect ca.pem --yaml",
        "lock",
        "lock - --provenance x --license x",
        "lock ca.pem --as-of yesterday",
        "show",
        "show --baked netscape",
        "show ca.pem --yaml",
        "show ca.pem --json --pem",
        "verify",
        "verify chain.pem --host www.example --host two.example",
        "verify chain.pem --host not/a/name",
        "verify chain.pem --host www.example --time noon",
        "verify chain.pem --host www.example --time -1",
        "verify chain.pem --host www.example --roots netscape",
        "verify chain.pem --host www.example --purpose email",
        "verify chain.pem --host www.example --crl ca.crl --crl-depth root",
        // arguments that do not go together
        "verify chain.pem",
        "verify chain.pem --json",
        "verify chain.pem --host www.example --crl-depth chain",
        "verify chain.pem --host www.example --allow-unknown-status",
        "verify chain.pem --host www.example --allow-expired-crl",
        "verify chain.pem --purpose client --host www.example",
    ] {
        let run = folder.run(arguments).exits(2);
        assert_eq!(run.out, "", "{arguments}");
        // without arguments it is the help
        assert!(arguments.is_empty() || run.err.starts_with("error: "), "{arguments}: {run:?}");
    }
}

#[test]
fn every_command_explains_itself() {
    for command in
        ["bake", "check", "demo", "diff", "identity", "inspect", "lock", "show", "verify"]
    {
        let run = Folder::new().run(&format!("{command} --help")).exits(0);
        run.says("Example").says(&format!("rootbake {command}")).says("Exit codes: 0 fine");
    }
    let run = Folder::new().run("--help").exits(0).says("bake ").says("check ").says("demo ");
    run.says("diff ").says("inspect ").says("lock ").says("show ").says("verify ");
    Folder::new().run("--version").exits(0).says("rootbake ");
}

#[test]
fn colours_are_for_terminals_and_can_be_refused() {
    let folder = Folder::new();
    let arguments = "show --baked mozilla missing.pem";
    let coloured = |env: &[(&str, &str)]| {
        let run = folder.run_with(arguments, b"", env).exits(1);
        (run.out.contains('\u{1b}'), run.err.contains('\u{1b}'))
    };
    assert_eq!(coloured(&[]), (false, false));
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "1")]), (true, true));
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), (false, false));
}
