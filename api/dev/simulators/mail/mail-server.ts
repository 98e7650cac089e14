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

/** A local mail server that stores all mail. */
interface MailServer {
  stop: () => Promise<void>
}

/**
 * Accepts mail to anybody, with any account and password. It offers STARTTLS with an untrusted
 * certificate, so that senders that require TLS fail.
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
  // A sender that hangs up is not an error.
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

/** An error response of a mail server. */
interface MailFailure {
  responseCode: number
  message: string
}

/** A behaviour that is chosen by the name before the `@`. */
interface Magic {
  name: string
  /** Its description on the page. */
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

/** Names of mailboxes that refuse mail, and at which step. */
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

/** The failure of a sign-in with this user name. */
const failureOfAccount = (username: string) => {
  const name = localPart(username)
  return Object.hasOwn(accounts, name) ? accounts[name] : undefined
}

/** The failure of a recipient; each server remembers which ones it has deferred once. */
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
