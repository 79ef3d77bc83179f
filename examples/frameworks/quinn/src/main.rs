//! QUIC by quinn with the TLS of rootbake, on both sides.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use certificates::{Result, private};
use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{ClientConfig, Endpoint, ServerConfig};
use rootbake::{Identity, SecureContext};

const LOOPBACK: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

#[tokio::main]
async fn main() -> Result {
    let corp = private("Corp Root")?;
    let server =
        SecureContext::builder().identity(Identity::from_pem(&corp.chain, &corp.key)?).build()?;
    let server = QuicServerConfig::try_from(server.server_config()?)?;
    let server = Endpoint::server(ServerConfig::with_crypto(Arc::new(server)), LOOPBACK)?;
    let address = server.local_addr()?;
    tokio::spawn(serve(server));

    let trusting = SecureContext::builder().ca(&corp.ca)?.build()?;
    let answer = ask(address, &trusting).await?;
    assert_eq!(answer, "hello");
    println!("quinn, private CA: {answer}");

    let public = SecureContext::builder().build()?;
    let refused = ask(address, &public).await.expect_err("Mozilla does not know it").to_string();
    assert!(refused.contains("[unknown-issuer]"), "{refused}");
    println!("quinn, Mozilla's roots: {refused}");
    Ok(())
}

async fn serve(endpoint: Endpoint) -> Result {
    while let Some(incoming) = endpoint.accept().await {
        tokio::spawn(async move {
            let connection = incoming.await?;
            let mut stream = connection.open_uni().await?;
            stream.write_all(b"hello").await?;
            stream.finish()?;
            connection.closed().await;
            Result::Ok(())
        });
    }
    Ok(())
}

async fn ask(address: SocketAddr, context: &SecureContext) -> Result<String> {
    let mut endpoint = Endpoint::client(LOOPBACK)?;
    let config = QuicClientConfig::try_from(context.client_config())?;
    endpoint.set_default_client_config(ClientConfig::new(Arc::new(config)));
    let connection = endpoint.connect(address, "localhost")?.await?;
    let answer = connection.accept_uni().await?.read_to_end(1024).await?;
    Ok(String::from_utf8(answer)?)
}
