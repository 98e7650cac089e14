import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '../..')

const environment = process.env

/**
 * Where the product under test runs: the real one, started by `tools`, on free ports and with its
 * own data. Chosen once; the test workers inherit it through the environment.
 */
function chosenOnce(name: string, choose: () => string): string {
  return (environment[name] ??= choose())
}

const port = (name: string) => chosenOnce(name, freePort)

/** Synchronous, because Playwright reads its configuration synchronously. */
export function freePort(): string {
  const script =
    "const s=require('node:net').createServer().listen(0,'127.0.0.1',()=>{process.stdout.write(String(s.address().port));s.close()})"
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
}

/** A directory that PostgreSQL may enter, which never runs as root. */
function makeDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'errand-e2e-'))
  chmodSync(dir, 0o755)
  return dir
}

const edgePort = port('E2E_PORT')
const identityPort = port('E2E_IDENTITY_PORT')

/** The environment of another copy of the product, beside the shared one. */
export const environmentOfAnother = () => ({
  PORT: freePort(),
  API_PORT: freePort(),
  REGISTRY_PORT: freePort(),
  IDENTITY_PORT: freePort(),
  MAIL_PORT: freePort(),
  DATA_DIR: makeDataDir(),
})

/** HTTP/2, as in production; the certificate belongs to this run. */
export const origin = `https://localhost:${edgePort}`
/** The simulator's phones and inbox, on the api itself, without the edge. */
export const simulatorOrigin = `http://localhost:${port('E2E_API_PORT')}`
export const identityOrigin = `http://127.0.0.1:${identityPort}`
export const project = 'demo-errand'

/** The data directory of the product under test. */
export const dataDir = chosenOnce('E2E_DATA_DIR', makeDataDir)

const certificateDir = chosenOnce('E2E_CERTIFICATE_DIR', makeCertificate)

function makeCertificate(): string {
  const directory = mkdtempSync(join(tmpdir(), 'errand-certificate-'))
  const key = join(directory, 'key.pem')
  const cert = join(directory, 'cert.pem')
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost'
  const files = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert]
  execFileSync('openssl', [...args.split(' '), ...files], { stdio: 'ignore' })
  return directory
}

/** The settings with which an edge speaks HTTPS. */
export const tlsEnvironment = {
  TLS_CERT_FILE: join(certificateDir, 'cert.pem'),
  TLS_KEY_FILE: join(certificateDir, 'key.pem'),
}

/** The environment of the product's start command. */
export const productEnvironment = {
  ...tlsEnvironment,
  PORT: edgePort,
  API_PORT: port('E2E_API_PORT'),
  REGISTRY_PORT: port('E2E_REGISTRY_PORT'),
  IDENTITY_PORT: identityPort,
  MAIL_PORT: port('E2E_MAIL_PORT'),
  DATA_DIR: dataDir,
  // A connected number is one of the simulator's: no test calls the real provider.
  WHATSAPP_GRAPH_URL: `${simulatorOrigin}/simulator/graph/v25.0`,
  // Lets the api send callbacks to the product's own HTTPS address.
  NODE_EXTRA_CA_CERTS: tlsEnvironment.TLS_CERT_FILE,
}
