//! hyper and tokio-rustls with the TLS of rootbake, on both sides.

use std::convert::Infallible;

use certificates::{Result, private};
use http_body_util::{BodyExt, Empty, Full};
use hyper::body::{Bytes, Incoming};
use hyper::{Request, Response, client, server, service};
use hyper_util::rt::TokioIo;
use rootbake::pki_types::ServerName;
use rootbake::{Identity, SecureContext, VerifyError};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::{TlsAcceptor, TlsConnector};

#[tokio::main]
async fn main() -> Result {
    let corp = private("Corp Root")?;
    let server =
        SecureContext::builder().identity(Identity::from_pem(&corp.chain, &corp.key)?).build()?;
    let listener = TcpListener::bind("localhost:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(serve(listener, TlsAcceptor::from(server.server_config()?)));

    let trusting = SecureContext::builder().ca(&corp.ca)?.build()?;
    let answer = get(port, TlsConnector::from(trusting.client_config())).await?;
    assert_eq!(answer, "hello");
    println!("hyper, private CA: {answer}");

    let public = SecureContext::builder().build()?;
    let refused = get(port, TlsConnector::from(public.client_config())).await;
    let refused = refused.expect_err("Mozilla does not know it").downcast::<std::io::Error>()?;
    let why = VerifyError::of_io(&refused).ok_or("it is not for the certificate")?;
    assert_eq!(why.code(), "unknown-issuer");
    println!("hyper, Mozilla's roots: {why}");
    Ok(())
}

async fn serve(listener: TcpListener, acceptor: TlsAcceptor) -> Result {
    loop {
        let (stream, _) = listener.accept().await?;
        let acceptor = acceptor.clone();
        tokio::spawn(async move {
            let tls = TokioIo::new(acceptor.accept(stream).await?);
            let service = service::service_fn(hello);
            server::conn::http1::Builder::new().serve_connection(tls, service).await?;
            Result::Ok(())
        });
    }
}

async fn hello(_: Request<Incoming>) -> std::result::Result<Response<Full<Bytes>>, Infallible> {
    Ok(Response::new(Full::from("hello")))
}

async fn get(port: u16, connector: TlsConnector) -> Result<String> {
    let stream = TcpStream::connect(("localhost", port)).await?;
    let tls = connector.connect(ServerName::try_from("localhost")?, stream).await?;
    let (mut sender, connection) = client::conn::http1::handshake(TokioIo::new(tls)).await?;
    tokio::spawn(connection);
    let request = Request::get("/").header("Host", "localhost").body(Empty::<Bytes>::new())?;
    let answer = sender.send_request(request).await?.into_body().collect().await?;
    Ok(String::from_utf8(answer.to_bytes().to_vec())?)
}
