//! An axum server that asks its clients for certificates of a private CA.

use std::net::{SocketAddr, TcpListener};

use axum::Router;
use axum::routing::get;
use axum_server::tls_rustls::RustlsConfig;
use certificates::{Result, chain_of, private};
use reqwest::Client;
use rootbake::{ClientAuth, Identity, SecureContext};

#[tokio::main]
async fn main() -> Result {
    let (corp, staff) = (private("Corp Root")?, private("Staff Root")?);
    let server = SecureContext::builder()
        .identity(Identity::from_pem(&corp.chain, &corp.key)?)
        .ca(&staff.ca)?
        .client_auth(ClientAuth::Required)
        .build()?;
    let address = serve(RustlsConfig::from_config(server.server_config()?))?;
    let url = format!("https://localhost:{}/", address.port());

    let identity = Identity::from_pem(&staff.chain, &staff.key)?;
    let member = SecureContext::builder().ca(&corp.ca)?.identity(identity).build()?;
    let answer = client(&member)?.get(&url).send().await?.text().await?;
    assert_eq!(answer, "hello");
    println!("axum, a client with a certificate: {answer}");

    let stranger = SecureContext::builder().ca(&corp.ca)?.build()?;
    let refused = client(&stranger)?.get(&url).send().await.expect_err("it has no certificate");
    println!("axum, a client without one: {}", chain_of(&refused));
    Ok(())
}

fn serve(config: RustlsConfig) -> Result<SocketAddr> {
    let listener = TcpListener::bind("localhost:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let router = Router::new().route("/", get(async || "hello"));
    let server = axum_server::from_tcp_rustls(listener, config)?;
    tokio::spawn(server.serve(router.into_make_service()));
    Ok(address)
}

fn client(context: &SecureContext) -> reqwest::Result<Client> {
    let config = context.client_config().as_ref().clone();
    Client::builder().tls_backend_preconfigured(config).no_proxy().build()
}
