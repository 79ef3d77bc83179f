use rootbake_codegen::{DeviceFormat, Loss, Source, bake_for_device};

use crate::{emit, fixture};

const FOREIGN: [DeviceFormat; 3] =
    [DeviceFormat::BearSsl, DeviceFormat::EspIdf, DeviceFormat::EspIdfV4];

/// Lines of a lock, and what is lost of them.
const RULES: [(&str, Loss); 5] = [
    ("distrust_after = \"2026-04-15T23:59:59Z\"\nsource = \"bug 1\"", Loss::DistrustDates),
    ("sct_not_after = \"2026-04-15T23:59:59Z\"\nsource = \"bug 1\"", Loss::Scts),
    ("permitted_dns = [\".example\"]\nsource = \"bug 1\"", Loss::Names),
    ("path_len = 1\nsource = \"bug 1\"", Loss::PathLength),
    ("purposes = [\"clientAuth\"]\nsource = \"bug 1\"", Loss::Purposes),
];

#[test]
fn names_are_those_of_the_command_line() {
    for format in DeviceFormat::ALL {
        assert_eq!(DeviceFormat::from_name(format.name()), Some(format));
    }
    for loss in Loss::ALL {
        assert_eq!(Loss::from_name(loss.name()), Some(loss));
    }
    assert_eq!((DeviceFormat::from_name("esp"), Loss::from_name("all")), (None, None));
}

#[test]
fn what_a_format_cannot_carry_is_refused_unless_it_is_named() {
    for format in FOREIGN {
        for (lines, loss) in RULES {
            let report = emit(format, lines, &[]).unwrap_err();
            assert!(report.has("not-in-format"), "{format} {lines}: {report}");
            assert!(report.to_string().contains(&format!("--allow-loss {loss}")), "{report}");
            let others: Vec<_> = Loss::ALL.into_iter().filter(|other| *other != loss).collect();
            assert!(emit(format, lines, &others).is_err(), "{format} {lines}");
            let set = emit(format, lines, &[loss]).unwrap();
            assert!(set.warnings.has("lost-in-format"), "{format} {lines}: {}", set.warnings);
            assert_eq!(set.roots, 4);
        }
    }
}

#[test]
fn leave_that_nothing_needs_is_told() {
    for format in DeviceFormat::ALL {
        let set = emit(format, "", &[Loss::Scts]).unwrap();
        assert!(set.warnings.has("unused-loss"), "{format}: {}", set.warnings);
        assert!(!emit(format, "", &[]).unwrap().warnings.has("unused-loss"), "{format}");
    }
    let (lines, loss) = RULES[0];
    let set = emit(DeviceFormat::EspIdf, lines, &[loss]).unwrap();
    assert!(!set.warnings.has("unused-loss"), "{}", set.warnings);
}

#[test]
fn our_own_format_carries_everything() {
    for (lines, _) in RULES {
        let set = emit(DeviceFormat::Bin, lines, &[]).unwrap();
        assert!(!set.warnings.has("lost-in-format"), "{}", set.warnings);
    }
}

#[test]
fn the_outcome_is_the_same_each_time() {
    for format in DeviceFormat::ALL {
        assert_eq!(emit(format, "", &[]).unwrap().bytes, emit(format, "", &[]).unwrap().bytes);
    }
}

#[test]
fn a_root_with_another_key_is_left_out_with_leave() {
    let (pem, lock) = (fixture("three.pem"), fixture("three.lock"));
    for format in FOREIGN {
        let emit = |allowed: &[Loss]| {
            bake_for_device(
                Source { name: "three.pem", content: pem.as_bytes() },
                Source { name: "three.lock", content: &lock },
                format,
                allowed,
            )
        };
        let rules = [Loss::Names, Loss::PathLength];
        let report = emit(&rules).unwrap_err().to_string();
        assert!(report.contains("Ed25519") && report.contains("--allow-loss keys"), "{report}");
        // all of them have such keys
        let report = emit(&[Loss::Keys, Loss::Names, Loss::PathLength]).unwrap_err();
        assert!(report.has("no-certificates"), "{report}");
    }
}
