import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

import type { Database } from '../../../platform/database/database.ts'
import { signIns } from '../../../platform/database/schema.ts'
import type { EventFeed } from '../../../platform/events/events.repo.ts'
import type { Device, Identity, ReadToken, VerifyToken } from '../../../platform/http/context.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { AskProvider } from '../../../platform/identity/ask-provider.ts'
import { refusedToken } from '../../../platform/identity/identity.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { recordSeen } from '../account.repo.ts'
import { nameDevice } from './device.ts'
import {
  addSignIn,
  endSignIns,
  findSignIn,
  maxIdleMs,
  maxSignInAgeMs,
  recordSignIn,
  signInsChannel,
  touchSignIn,
} from './sign-ins.repo.ts'

const minuteMs = 60 * 1000
/** `lastUsedAt` is this exact, so that not every call writes. */
const usedResolutionMs = 5 * minuteMs
/** The provider is asked about a user after this time, beside a call. */
const askAfterMs = 4 * minuteMs
/** A call waits for the provider when its last answer is older than this. */
const confirmedForMs = 5 * minuteMs
/** A provider that did not answer is asked again after this time. */
const askAgainMs = 30_000
/** Of more people than this at a time, some are read from the database again. */
const maxPeople = 20_000

/** What a process keeps of a sign-in between calls. */
interface KnownSignIn {
  id: string
  ownerId: string
  isEnded: boolean
  lastUsedMs: number
  confirmedMs: number
  /** Before this moment the provider is not asked again. */
  askAgainAtMs: number
  asking: Promise<void> | undefined
}

interface SignInDeps {
  database: Database
  queue: Queue
  feed: EventFeed
  log: Logger
  /** Undefined where the deployment has no key for it. */
  askProvider: AskProvider | undefined
}

/**
 * Knows which sign-ins are open. A process reads a sign-in at its first call and decides by memory from
 * then on; a notification of the database makes it forget those of a person that may have changed.
 */
export class SignIns {
  readonly #deps: SignInDeps
  // By the provider's id of the person, then by the time of the sign-in.
  readonly #known = new LRUCache<string, Map<number, Promise<KnownSignIn | undefined>>>({
    max: maxPeople,
  })
  /** Kept when the rest is forgotten, as the log of a refused call names its owner as well. */
  readonly #ownerIds = new LRUCache<string, string>({ max: maxPeople })

  constructor(deps: SignInDeps) {
    this.#deps = deps
  }

  /** Verifies tokens, and refuses those of sign-ins that have ended and those over the limit. */
  guard(readToken: ReadToken, limitUser: (uid: string) => Promise<void>): VerifyToken {
    return async (token, device, noteOwner) => {
      const identity = await readToken(token)
      const note = () => {
        const ownerId = this.#ownerIds.get(identity.uid)
        if (ownerId !== undefined) noteOwner?.(ownerId)
      }
      note()
      const known = await this.#require(identity, device).finally(note)
      // Below it: a stolen device that was signed out must not use up what its owner may ask.
      await limitUser(identity.uid)
      const isSignedIn = () => this.#isOpen(identity, device)
      return { identity, ownerId: known?.ownerId, isSignedIn }
    }
  }

  async #isOpen(identity: Identity, device: Device): Promise<boolean> {
    try {
      // Without an account nothing is found.
      return (await this.#require(identity, device)) !== undefined
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return false
      throw error
    }
  }

  /** Forgets what may have changed, and wakes the open streams; without an owner all of it. */
  forget(payload: string | undefined): void {
    const { feed } = this.#deps
    const [, ownerId, uid] = /^(\S+) (.*)$/s.exec(payload ?? '') ?? []
    if (ownerId === undefined || uid === undefined) {
      this.#known.clear()
      for (const id of feed.eventNames()) feed.emit(id)
      return
    }
    this.#known.delete(uid)
    feed.emit(ownerId)
  }

  async #require(identity: Identity, device: Device): Promise<KnownSignIn | undefined> {
    if (Date.now() - identity.authenticatedAt.getTime() > maxSignInAgeMs) throw signedOut()
    let known = await this.#find(identity, device)
    if (known !== undefined && !known.isEnded && isIdle(known.lastUsedMs)) {
      // Another process may have seen it since.
      this.#known.delete(identity.uid)
      known = await this.#find(identity, device)
    }
    // Before there is a profile, there is nothing to be signed in to.
    if (known === undefined) return undefined
    if (!known.isEnded) await this.#confirm(known, identity)
    if (known.isEnded) throw signedOut()
    await this.#touch(known, device)
    return known
  }

  #find(identity: Identity, device: Device): Promise<KnownSignIn | undefined> {
    const { uid, authenticatedAt } = identity
    const signInsOf = this.#known.get(uid) ?? new Map<number, Promise<KnownSignIn | undefined>>()
    this.#known.set(uid, signInsOf)
    const key = authenticatedAt.getTime()
    const known = signInsOf.get(key)
    if (known !== undefined) return known
    // Kept before it is read: what is forgotten meanwhile is read once more by the next call.
    const reading = this.#read(identity, device)
    signInsOf.set(key, reading)
    const forgetIfAbsent = (found: KnownSignIn | undefined) => {
      if (found === undefined && signInsOf.get(key) === reading) signInsOf.delete(key)
    }
    reading.then(forgetIfAbsent, () => forgetIfAbsent(undefined))
    return reading
  }

  async #read(identity: Identity, device: Device): Promise<KnownSignIn | undefined> {
    const { database, queue, log } = this.#deps
    const { queries } = database
    const found = await findSignIn(queries, identity)
    if (found === undefined) return undefined
    const { ownerId } = found
    this.#ownerIds.set(identity.uid, ownerId)
    const row =
      found.signIn ??
      (await database.transaction((tx) =>
        addSignIn({ queries: tx, queue, log }, { ownerId, identity, device }),
      ))
    const known: KnownSignIn = {
      id: row.id,
      ownerId,
      isEnded: row.endedAt !== null,
      lastUsedMs: row.lastUsedAt.getTime(),
      confirmedMs: row.confirmedAt.getTime(),
      askAgainAtMs: 0,
      asking: undefined,
    }
    if (!known.isEnded && isIdle(known.lastUsedMs)) await this.#end(known, identity, 'time')
    if (known.isEnded) {
      const refused = { what: 'refused', signInId: row.id, by: row.endedBy } as const
      await recordSignIn({ queries, log }, { ownerId, uid: identity.uid }, refused)
    }
    return known
  }

  /** Asks the provider when its last answer is old; a token is one as well, as it gives no refused user any. */
  async #confirm(known: KnownSignIn, identity: Identity): Promise<void> {
    const { askProvider, log } = this.#deps
    if (askProvider === undefined) return
    const now = Date.now()
    known.confirmedMs = Math.max(known.confirmedMs, identity.issuedAt.getTime())
    const ageMs = now - known.confirmedMs
    if (ageMs < askAfterMs || now < known.askAgainAtMs) return
    known.asking ??= this.#ask(askProvider, known, identity)
      .catch((err: unknown) => {
        known.askAgainAtMs = Date.now() + askAgainMs
        log.warn({ err, ownerId: known.ownerId }, 'the identity provider could not be asked')
      })
      .finally(() => {
        known.asking = undefined
      })
    if (ageMs > confirmedForMs) await known.asking
  }

  async #ask(ask: AskProvider, known: KnownSignIn, identity: Identity): Promise<void> {
    const { queries } = this.#deps.database
    const [row] = await queries
      .select({ confirmedAt: signIns.confirmedAt })
      .from(signIns)
      .where(eq(signIns.id, known.id))
    const storedMs = row?.confirmedAt.getTime() ?? 0
    known.confirmedMs = Math.max(known.confirmedMs, storedMs)
    // Another process has asked meanwhile.
    if (Date.now() - storedMs < askAfterMs) return
    if (!(await ask(identity))) return this.#end(known, identity, 'provider')
    const confirmedAt = new Date()
    known.confirmedMs = confirmedAt.getTime()
    await touchSignIn(queries, known.id, { confirmedAt })
  }

  async #end(known: KnownSignIn, { uid }: Identity, by: 'time' | 'provider'): Promise<void> {
    const { database, log } = this.#deps
    const { id, ownerId } = known
    await database.transaction((queries) =>
      endSignIns({ queries, log }, { ownerId, uid }, eq(signIns.id, id), { by }),
    )
    known.isEnded = true
  }

  async #touch(known: KnownSignIn, { userAgent, address }: Device): Promise<void> {
    const now = Date.now()
    if (now - known.lastUsedMs < usedResolutionMs) return
    known.lastUsedMs = now
    const used = {
      lastUsedAt: new Date(now),
      device: nameDevice(userAgent),
      address,
    }
    const { queries } = this.#deps.database
    await touchSignIn(queries, known.id, used)
    await recordSeen(queries, known.ownerId, used.lastUsedAt)
  }
}

/** Knows the sign-ins, and listens to the database until it is closed. */
export async function openSignIns(deps: SignInDeps): Promise<SignIns> {
  const opened = new SignIns(deps)
  await deps.database.listen(signInsChannel, (payload) => opened.forget(payload))
  return opened
}

const isIdle = (lastUsedMs: number) => Date.now() - lastUsedMs > maxIdleMs

const signedOut = (): Problem => refusedToken('signed_out')
