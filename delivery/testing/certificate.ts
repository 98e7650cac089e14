import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate for `localhost` that nobody trusts by itself. */
export function makeCertificate(): { cert: Buffer; key: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'errand-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', [...kind.split(' '), ...subject, ...files], { stdio: 'ignore' })
  const made = { cert: readFileSync(cert), key: readFileSync(key) }
  rmSync(folder, { recursive: true })
  return made
}
