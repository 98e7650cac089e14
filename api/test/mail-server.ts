import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { callbackify, promisify } from 'node:util'

import PostalMime, { type Email } from 'postal-mime'
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'

/** A letter as a mail server took it. */
interface TakenLetter {
  from: string
  to: string[]
  raw: string
  mail: Email
}

export type TestMailServer = Awaited<ReturnType<typeof startMailServer>>

/** For a server that nobody reaches over TLS. */
export const withoutTls = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }

/** A mail server on this machine that takes the password `right`. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const letters: TakenLetter[] = []
  /** What it answers to the next letters, instead of taking them. */
  const answers: { responseCode: number; message: string }[] = []
  const take = async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
    const raw = await buffer(stream)
    const answer = answers.shift()
    if (answer !== undefined) throw Object.assign(new Error(answer.message), answer)
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    const to = envelope.rcptTo.map(({ address }) => address)
    letters.push({ from, to, raw: raw.toString(), mail: await PostalMime.parse(raw) })
  }
  const server = new SMTPServer({
    logger: false,
    onAuth: ({ password }, _session, done) => {
      if (password === 'right') done(null, { user: 'asha' })
      else done(Object.assign(new Error('Secret banner of the server'), { responseCode: 535 }))
    },
    onData: (stream, session, done) => callbackify(take)(stream, session, (error) => done(error)),
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  return { letters, answers, port, stop }
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
