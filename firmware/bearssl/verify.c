/* What BearSSL makes of chains under a table that rootbake wrote. Returns the number of outcomes
 * that are not what they must be. */
#include <string.h>

#include <bearssl.h>

#include "anchors.h"
#include "chains.h"
#include "verify.h"

/* 2026-07-01, in days since year 0 as BearSSL counts them */
#define TODAY (719528 + 1782864000 / 86400)

struct certificate {
    const unsigned char *der;
    size_t length;
};

#define DER(name) { name##_der, sizeof name##_der }

struct chain {
    const char *what;
    struct certificate certificates[2];
    const char *host;
    unsigned expected;
};

static const struct chain chains[] = {
    { "good", { DER(good), DER(intermediate) }, "good.example", 0 },
    { "under the P-384 root", { DER(p384) }, "good.example", 0 },
    { "under the RSA root", { DER(rsa) }, "good.example", 0 },
    { "expired", { DER(expired), DER(intermediate) }, "good.example", BR_ERR_X509_EXPIRED },
    { "other name", { DER(good), DER(intermediate) }, "other.example",
      BR_ERR_X509_BAD_SERVER_NAME },
    { "unknown issuer", { DER(stranger) }, "good.example", BR_ERR_X509_NOT_TRUSTED },
    { "incomplete", { DER(good) }, "good.example", BR_ERR_X509_NOT_TRUSTED },
};

static unsigned verify(const struct chain *chain)
{
    static br_x509_minimal_context context;
    const br_x509_class **x509 = &context.vtable;

    br_x509_minimal_init(&context, &br_sha256_vtable, ALL_ROOTS_ANCHORS, ALL_ROOTS_ANCHORS_NUM);
    br_x509_minimal_set_hash(&context, br_sha256_ID, &br_sha256_vtable);
    br_x509_minimal_set_hash(&context, br_sha384_ID, &br_sha384_vtable);
    br_x509_minimal_set_rsa(&context, &br_rsa_i15_pkcs1_vrfy);
    br_x509_minimal_set_ecdsa(&context, &br_ec_prime_i15, &br_ecdsa_i15_vrfy_asn1);
    br_x509_minimal_set_time(&context, TODAY, 0);

    (*x509)->start_chain(x509, chain->host);
    for (size_t i = 0; i < 2 && chain->certificates[i].der != NULL; i++) {
        (*x509)->start_cert(x509, (uint32_t)chain->certificates[i].length);
        (*x509)->append(x509, chain->certificates[i].der, chain->certificates[i].length);
        (*x509)->end_cert(x509);
    }
    return (*x509)->end_chain(x509);
}

int verify_all(void (*say)(const char *text))
{
    int wrong = 0;

    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++) {
        int is_right = verify(&chains[i]) == chains[i].expected;
        say(is_right ? "ok: " : "FAILED: ");
        say(chains[i].what);
        say("\n");
        wrong += !is_right;
    }
    return wrong;
}
