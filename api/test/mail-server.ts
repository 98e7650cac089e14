import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A letter as a mail server took it. */
interface TakenLetter {
  from: string
  to: string[]
  body: string
}

/** A mail server on this machine that takes the password `right`, until the test ends. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const letters: TakenLetter[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: false,
    onAuth: ({ password }, _session, done) => {
      if (password === 'right') done(null, { user: 'asha' })
      else done(Object.assign(new Error('Secret banner of the server'), { responseCode: 535 }))
    },
    onData: async (stream, { envelope }, done) => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const to = envelope.rcptTo.map(({ address }) => address)
      letters.push({ from, to, body: await text(stream) })
      done()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { letters, port }
}

/** A certificate for `localhost` that nobody trusts by itself. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-mail-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', cert]
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-days',
    '2',
    ...kind,
    ...subject,
    ...files,
  ])
  const made = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  await rm(folder, { recursive: true })
  return made
}
