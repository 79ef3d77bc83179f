// node benches/peers/node.mjs: what contexts cost in Node.js, to set beside those of contexts.rs and
// explicit.rs. Each first context is made in a process of its own. Needs openssl for a CA.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';

const FIRST_RUNS = 7;
const LATER_RUNS = 201;
const LATER_BUDGET_MS = 2000;

const KINDS = {
  'default': () => ({}),
  'one CA': (own) => ({ ca: own }),
  'own + all': (own) => ({ ca: [own, ...tls.rootCertificates] }),
};

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

// The microseconds of one context.
function time(options) {
  const before = process.hrtime.bigint();
  tls.createSecureContext(options);
  return Number(process.hrtime.bigint() - before) / 1000;
}

// The first context of this process, and the median of later ones.
function measure(kind, own) {
  const options = KINDS[kind](own);
  const first = time(options);
  const later = [];
  for (let spent = 0; later.length < LATER_RUNS && spent < LATER_BUDGET_MS * 1000;) {
    later.push(time(options));
    spent += later.at(-1);
  }
  return { first, later: median(later) };
}

// A CA on P-256.
function makeCa(folder) {
  const [key, ca] = ['key.pem', 'ca.pem'].map((name) => join(folder, name));
  execFileSync('openssl', [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
    '-keyout', key, '-out', ca, '-days', '365', '-subj', '/O=rootbake/CN=Benchmark Root X1',
  ], { stdio: 'ignore' });
  return ca;
}

// Without what makes Node build its store before the first context, or take other roots.
function plainEnvironment() {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, SSL_CERT_DIR, SSL_CERT_FILE, ...plain } = process.env;
  return plain;
}

// One kind in a process of its own.
function run(kind, ca) {
  const script = fileURLToPath(import.meta.url);
  return JSON.parse(execFileSync(process.execPath, [script, kind, ca], { env: plainEnvironment() }));
}

function report(ca) {
  const { node, openssl } = process.versions;
  console.log(`Node.js ${node}, OpenSSL ${openssl}, ${tls.rootCertificates.length} roots; medians\n`);
  console.log('| context | first | later |');
  console.log('| --- | --- | --- |');
  for (const kind of Object.keys(KINDS)) {
    const runs = Array.from({ length: FIRST_RUNS }, () => run(kind, ca));
    const [first, later] = ['first', 'later'].map((which) => median(runs.map((run) => run[which])));
    console.log(`| ${kind} | ${first.toFixed(0)} us | ${later.toFixed(1)} us |`);
  }
}

const [kind, file] = process.argv.slice(2);
if (kind !== undefined) {
  console.log(JSON.stringify(measure(kind, readFileSync(file, 'utf8'))));
} else {
  const folder = mkdtempSync(join(tmpdir(), 'rootbake-node-'));
  try {
    report(makeCa(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
