import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { callbackify } from 'node:util'

import {
  SMTPServer,
  type SMTPServerAuthentication,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server'

import { createMailboxFailures, failureOfAccount } from './failures.ts'
import type { Inbox } from './inbox.ts'

/** A mail server of this machine that keeps what it is given. */
export interface MailServer {
  stop: () => Promise<void>
}

/**
 * Takes mail for anybody, from anybody with any password. It offers STARTTLS with a certificate that
 * nobody trusts, so that a sender who insists on it has to fail.
 */
export async function startMailServer(inbox: Inbox, port: number): Promise<MailServer> {
  const stopping = new AbortController()
  const failureOf = createMailboxFailures()

  async function signIn({ username = '' }: SMTPServerAuthentication) {
    const magic = failureOfAccount(username)
    await delay(magic?.delayMs ?? 0, undefined, { signal: stopping.signal })
    if (magic?.failure !== undefined) throw toError(magic.failure)
    return { user: username }
  }

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession) {
    const raw = await buffer(stream)
    const to = envelope.rcptTo.map(({ address }) => address)
    const failure = to.map((address) => failureOf(address, 'letter')).find(Boolean)
    if (failure !== undefined) throw toError(failure)
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    await inbox.add({ from, to }, raw)
  }

  const server = new SMTPServer({
    banner: 'Errand, local inbox',
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    size: 30 * 1024 * 1024,
    onAuth: (auth, _session, done) => callbackify(signIn)(auth, done),
    onRcptTo: ({ address }, _session, done) => {
      const failure = failureOf(address, 'envelope')
      done(failure && toError(failure))
    },
    onData: (stream, session, done) => callbackify(take)(stream, session, (error) => done(error)),
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE'
    reject(isTaken ? new Error(`Port ${port} of the local inbox is in use.`) : error)
  })
  server.listen(port, '127.0.0.1', resolve)
  await promise
  // A sender that hangs up is his affair.
  server.on('error', () => {})
  return {
    stop: async () => {
      stopping.abort()
      await new Promise<void>((done) => server.close(done))
    },
  }
}

const toError = ({ message, responseCode }: { message: string; responseCode: number }) =>
  Object.assign(new Error(message), { responseCode })
