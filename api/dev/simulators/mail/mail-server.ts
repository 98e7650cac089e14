import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { callbackify } from 'node:util'

import {
  SMTPServer,
  type SMTPServerAuthentication,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server'

import type { Inbox } from './inbox.ts'

/**
 * Accepts mail to anybody, with any account and password. It offers STARTTLS with an untrusted
 * certificate, so that senders that require TLS fail.
 */
export async function startMailServer(inbox: Inbox, port: number) {
  const stopping = new AbortController()
  const putOff = new Set<string>()

  async function signIn({ username = '' }: SMTPServerAuthentication) {
    const magic = magicOf(accounts, username)
    await delay(magic?.delayMs ?? 0, undefined, { signal: stopping.signal })
    requireNoFailure(magic)
    return { user: username }
  }

  function requireMailbox(address: string, at: Magic['at']) {
    const magic = magicOf(mailboxes, address)
    if (magic?.at !== at || putOff.delete(address)) return
    if (magic?.isOnce === true) putOff.add(address)
    requireNoFailure(magic)
  }

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession) {
    const raw = await buffer(stream)
    const to = envelope.rcptTo.map(({ address }) => address)
    for (const address of to) requireMailbox(address, 'letter')
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
    onRcptTo: ({ address }, _session, done) =>
      callbackify(async () => requireMailbox(address, 'envelope'))((error) => done(error)),
    onData: (stream, session, done) => callbackify(take)(stream, session, (error) => done(error)),
  })
  // A sender that hangs up is not an error.
  server.on('error', () => {})
  await once(server.listen(port, '127.0.0.1'), 'listening').catch(
    (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      throw isTaken ? new Error(`Port ${port} of the local inbox is in use.`) : error
    },
  )
  return {
    stop: async () => {
      stopping.abort()
      await new Promise<void>((done) => server.close(done))
    },
  }
}

/** A behaviour that is chosen by the name before the `@`, as the page describes it. */
interface Magic {
  effect: string
  /** What the server answers, and at which step. */
  failure?: [responseCode: number, message: string]
  at?: 'envelope' | 'letter'
  isOnce?: boolean
  delayMs?: number
}

/** Names of accounts that cannot sign in. */
export const accounts: Record<string, Magic> = {
  refused: {
    effect: 'signing in is refused: 535',
    failure: [535, 'Authentication credentials invalid'],
  },
  slow: { effect: 'signing in takes three seconds', delayMs: 3_000 },
  silent: { effect: 'signing in is never answered', delayMs: 60_000 },
}

/** Names of mailboxes that refuse mail. */
export const mailboxes: Record<string, Magic> = {
  refused: {
    effect: 'the recipient is refused: 550',
    failure: [550, 'No such mailbox'],
    at: 'envelope',
  },
  full: { effect: 'the letter is refused: 552', failure: [552, 'Mailbox full'], at: 'letter' },
  later: {
    effect: 'refused at first, taken when it is tried again: 451',
    failure: [451, 'Try again later'],
    at: 'envelope',
    isOnce: true,
  },
}

function magicOf(table: Record<string, Magic>, address: string): Magic | undefined {
  const name = address.split('@')[0]?.toLowerCase() ?? ''
  return Object.hasOwn(table, name) ? table[name] : undefined
}

function requireNoFailure({ failure }: Magic = { effect: '' }): void {
  if (failure === undefined) return
  const [responseCode, message] = failure
  throw Object.assign(new Error(message), { responseCode })
}
