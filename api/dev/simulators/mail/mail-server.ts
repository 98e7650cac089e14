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

/** A mail server of this machine that keeps what it is given. */
interface MailServer {
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
  // That a sender hangs up is no fault of ours.
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

/** What a mail server answers, instead of going along. */
interface MailFailure {
  responseCode: number
  message: string
}

/** An answer that is asked for by the name before the `@`. */
interface Magic {
  name: string
  /** What people are told that it does. */
  effect: string
}

/** Names of accounts that cannot sign in. */
const accounts: Record<string, { effect: string; failure?: MailFailure; delayMs?: number }> = {
  refused: {
    effect: 'signing in is refused: 535',
    failure: { responseCode: 535, message: 'Authentication credentials invalid' },
  },
  slow: { effect: 'signing in takes three seconds', delayMs: 3_000 },
  silent: { effect: 'signing in is never answered', delayMs: 60_000 },
}

/** Names of mailboxes that take no letter, and when they say so. */
const mailboxes: Record<
  string,
  { effect: string; failure: MailFailure; at: 'envelope' | 'letter'; isOnce?: true }
> = {
  refused: {
    effect: 'the recipient is refused: 550',
    failure: { responseCode: 550, message: 'No such mailbox' },
    at: 'envelope',
  },
  full: {
    effect: 'the letter is refused: 552',
    failure: { responseCode: 552, message: 'Mailbox full' },
    at: 'letter',
  },
  later: {
    effect: 'refused at first, taken when it is tried again: 451',
    failure: { responseCode: 451, message: 'Try again later' },
    at: 'envelope',
    isOnce: true,
  },
}

const magicsOf = (table: Record<string, { effect: string }>): Magic[] =>
  Object.entries(table).map(([name, { effect }]) => ({ name, effect }))

/** The user names that fail, for people to choose from. */
export const magicAccounts = magicsOf(accounts)

/** The recipients that fail, for people to choose from. */
export const magicMailboxes = magicsOf(mailboxes)

const localPart = (address: string): string => address.split('@')[0]?.toLowerCase() ?? ''

/** How signing in with this user name goes wrong. */
const failureOfAccount = (username: string) => {
  const name = localPart(username)
  return Object.hasOwn(accounts, name) ? accounts[name] : undefined
}

/** How a recipient goes wrong; each server remembers whom it has put off once. */
function createMailboxFailures() {
  const putOff = new Set<string>()
  return (address: string, at: 'envelope' | 'letter'): MailFailure | undefined => {
    const name = localPart(address)
    const magic = Object.hasOwn(mailboxes, name) ? mailboxes[name] : undefined
    if (magic?.at !== at) return undefined
    if (magic.isOnce && putOff.delete(address)) return undefined
    if (magic.isOnce) putOff.add(address)
    return magic.failure
  }
}
