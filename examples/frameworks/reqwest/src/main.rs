//! reqwest with the TLS of rootbake: it trusts one private CA, or the roots of Mozilla.

use certificates::{Result, chain_of, private, serve};
use reqwest::Client;
use rootbake::{Identity, SecureContext};

fn client(context: &SecureContext) -> reqwest::Result<Client> {
    // reqwest wants one of its own; what is behind it stays shared
    let config = context.client_config().as_ref().clone();
    Client::builder().tls_backend_preconfigured(config).no_proxy().build()
}

#[tokio::main]
async fn main() -> Result {
    let corp = private("Corp Root")?;
    let server =
        SecureContext::builder().identity(Identity::from_pem(&corp.chain, &corp.key)?).build()?;
    let url = format!("https://localhost:{}/", serve(server.server_config()?)?.port());

    let trusting = SecureContext::builder().ca(&corp.ca)?.build()?;
    let answer = client(&trusting)?.get(&url).send().await?.text().await?;
    assert_eq!(answer, "hello");
    println!("reqwest, private CA: {answer}");

    let public = SecureContext::builder().build()?;
    let refused = client(&public)?.get(&url).send().await.expect_err("Mozilla does not know it");
    let refused = chain_of(&refused);
    assert!(refused.contains("[unknown-issuer]"), "{refused}");
    println!("reqwest, Mozilla's roots: {refused}");
    Ok(())
}
