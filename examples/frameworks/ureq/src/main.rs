//! ureq with the TLS of rootbake, by a connector of one's own.

mod connector;

use certificates::{Result, private, serve};
use connector::TlsConnector;
use rootbake::{Identity, SecureContext};
use ureq::Agent;
use ureq::config::Config;
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Connector, TcpConnector};

fn agent(context: &SecureContext) -> Agent {
    let tls = TlsConnector(context.client_config());
    let connector = ().chain(TcpConnector::default()).chain(tls);
    Agent::with_parts(Config::default(), connector, DefaultResolver::default())
}

fn main() -> Result {
    let corp = private("Corp Root")?;
    let server =
        SecureContext::builder().identity(Identity::from_pem(&corp.chain, &corp.key)?).build()?;
    let url = format!("https://localhost:{}/", serve(server.server_config()?)?.port());

    let trusting = SecureContext::builder().ca(&corp.ca)?.build()?;
    let answer = agent(&trusting).get(&url).call()?.body_mut().read_to_string()?;
    assert_eq!(answer, "hello");
    println!("ureq, private CA: {answer}");

    let public = SecureContext::builder().build()?;
    let refused = agent(&public).get(&url).call().expect_err("Mozilla does not know it");
    assert!(refused.to_string().contains("[unknown-issuer]"), "{refused}");
    println!("ureq, Mozilla's roots: {refused}");
    Ok(())
}
