import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '../..')

const environment = process.env

/**
 * Where the product under test runs: the real one, started by `tools`, on free ports and with data
 * of its own. Chosen once; the test workers inherit it by environment.
 */
function chosenOnce(name: string, choose: () => string): string {
  return (environment[name] ??= choose())
}

const port = (name: string) => chosenOnce(name, freePort)

/** Synchronous: Playwright reads its configuration so. */
export function freePort(): string {
  const script =
    "const s=require('node:net').createServer().listen(0,'127.0.0.1',()=>{process.stdout.write(String(s.address().port));s.close()})"
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
}

/** One that PostgreSQL may enter: as root it runs as another user. */
function makeDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'errand-e2e-'))
  chmodSync(dir, 0o755)
  return dir
}

const edgePort = port('E2E_PORT')
const identityPort = port('E2E_IDENTITY_PORT')

/** Where a further copy of the product can run, beside the one that all tests share. */
export const environmentOfAnother = () => ({
  PORT: freePort(),
  API_PORT: freePort(),
  IDENTITY_PORT: freePort(),
  MAIL_PORT: freePort(),
  DATA_DIR: makeDataDir(),
})

/** HTTP/2, as browsers meet it in production; the certificate is this run's own. */
export const origin = `https://localhost:${edgePort}`
/** The page of customers' phones, and the inbox: on the api itself, which no edge stands before. */
export const simulatorOrigin = `http://localhost:${port('E2E_API_PORT')}`
export const identityOrigin = `http://127.0.0.1:${identityPort}`
export const project = 'demo-errand'

/** Where the product under test keeps what it knows. */
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

/** What makes an edge speak HTTPS. */
export const tlsEnvironment = {
  TLS_CERT_FILE: join(certificateDir, 'cert.pem'),
  TLS_KEY_FILE: join(certificateDir, 'key.pem'),
}

/** The environment of the product's own start command. */
export const productEnvironment = {
  ...tlsEnvironment,
  PORT: edgePort,
  API_PORT: port('E2E_API_PORT'),
  IDENTITY_PORT: identityPort,
  MAIL_PORT: port('E2E_MAIL_PORT'),
  DATA_DIR: dataDir,
  // A number that is connected is one of the simulator's: no test asks the real provider.
  WHATSAPP_GRAPH_URL: `${simulatorOrigin}/simulator/graph/v25.0`,
  // That it can tell of news at the address that the product has.
  NODE_EXTRA_CA_CERTS: tlsEnvironment.TLS_CERT_FILE,
}
