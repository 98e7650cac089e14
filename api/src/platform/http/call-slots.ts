import type { Context, MiddlewareHandler } from 'hono'

import type { SignedInEnv } from './context.ts'
import { Problem } from './problem.ts'

/** How many expensive calls of each kind one owner may have at once. */
const maxOfOwner = { searches: 3, exports: 2, analytics: 3, drafts: 2 }

/** A kind of expensive calls. */
export type CallKind = keyof typeof maxOfOwner

const callKinds = Object.keys(maxOfOwner) as CallKind[]

/**
 * How many calls use the database at once, of all owners, that read all that an owner has and keep one
 * of its cores busy for long. Figures are not among them: a hundred owners who open their dashboards
 * would wait for one another.
 */
const maxHeavy = 2

/** More calls of one kind and owner than these are refused at once instead of waiting. */
const maxWaiting = 20

/** Less than a page waits for its answer. */
const maxWaitMs = 10_000

const retryAfterSeconds = 3

/** The calls of a kind in this process. */
interface CallCounts {
  waiting: number
  running: number
  /** Since the start. */
  refused: number
}

/** A number of slots. Owners who wait take turns: the next is the one whose last turn is longest ago. */
class Slots {
  readonly #max: number
  readonly #maxOfOwner: number
  readonly #taken = new Map<string, number>()
  /** What lets each waiting call go on, by owner in the order of their turns. */
  readonly #waiting = new Map<string, Set<() => void>>()
  #total = 0

  constructor({ max = Infinity, maxOfOwner: ofOwner = Infinity }) {
    this.#max = max
    this.#maxOfOwner = ofOwner
  }

  countWaiting(uid: string): number {
    return this.#waiting.get(uid)?.size ?? 0
  }

  /** Takes a slot once there is one; rejects if the signal is aborted before. */
  async take(uid: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#hasRoom(uid)) return this.#add(uid, 1)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const abort = () => {
      this.#stopWaiting(uid, resolve)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    const waiting = this.#waiting.get(uid) ?? new Set()
    this.#waiting.set(uid, waiting.add(resolve))
    return promise.finally(() => signal.removeEventListener('abort', abort))
  }

  /** Gives a slot back, which lets one waiting call go on. */
  giveBack(uid: string): void {
    this.#add(uid, -1)
    for (const [next, [start]] of this.#waiting) {
      if (start === undefined || !this.#hasRoom(next)) continue
      const others = this.#stopWaiting(next, start)
      // The owner's next call waits until all others had a turn.
      if (this.#waiting.delete(next)) this.#waiting.set(next, others)
      this.#add(next, 1)
      start()
      return
    }
  }

  #hasRoom(uid: string): boolean {
    return this.#total < this.#max && (this.#taken.get(uid) ?? 0) < this.#maxOfOwner
  }

  #add(uid: string, count: number): void {
    const taken = (this.#taken.get(uid) ?? 0) + count
    if (taken > 0) this.#taken.set(uid, taken)
    else this.#taken.delete(uid)
    this.#total += count
  }

  #stopWaiting(uid: string, start: () => void): Set<() => void> {
    const waiting = this.#waiting.get(uid) ?? new Set()
    waiting.delete(start)
    if (waiting.size === 0) this.#waiting.delete(uid)
    return waiting
  }
}

/** A call that has its owner's slot. */
interface Call {
  kind: CallKind
  uid: string
}

/**
 * Limits the expensive calls that run at once, so that no owner slows the others: of each kind by
 * owner, and those that read much in all. The rest waits in turns or is refused with 429.
 */
export class CallSlots {
  /** One of an owner: an owner who keeps two cores busy slows everybody on a small machine. */
  readonly #turns = new Slots({ maxOfOwner: 1 })
  readonly #heavy = new Slots({ max: maxHeavy })
  readonly #own = byKind((kind) => new Slots({ maxOfOwner: maxOfOwner[kind] }))
  readonly counts = byKind((): CallCounts => ({ waiting: 0, running: 0, refused: 0 }))

  /** Limits the calls of a route that are of a kind; for a place after the checks of what was sent. */
  limit<E extends SignedInEnv = SignedInEnv>(
    kindOf: CallKind | ((c: Context) => CallKind | undefined),
  ): MiddlewareHandler<E> {
    return async (c, next) => {
      const kind = typeof kindOf === 'string' ? kindOf : kindOf(c)
      if (kind === undefined) return next()
      const call = { kind, uid: c.var.identity.uid }
      await this.#start(call, c.req.raw)
      let body: ReadableStream<Uint8Array> | null = null
      try {
        // Not given back when the caller goes: the database works on until the queries are answered.
        await next()
        const isRead = c.error === undefined && c.req.method !== 'HEAD'
        if (isRead && isStreamed(kind)) ({ body } = c.res)
      } finally {
        if (usesDatabase(kind)) this.#giveBackDatabase(call)
        if (body === null) this.#end(call)
      }
      if (body !== null) c.res = new Response(this.#streamBody(call, body), c.res)
      return undefined
    }
  }

  /** Waits for the owner's slot and a shared one, or refuses the call. */
  async #start(call: Call, request: Request): Promise<void> {
    const { kind, uid } = call
    const own = this.#own[kind]
    const counts = this.counts[kind]
    if (own.countWaiting(uid) >= maxWaiting) throw this.#refuse(kind)
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(this.#refuse(kind)), maxWaitMs)
    const signal = AbortSignal.any([request.signal, tooLong.signal])
    counts.waiting += 1
    try {
      await own.take(uid, signal)
      if (usesDatabase(kind)) {
        await this.#takeDatabase(call, signal).catch((error: unknown) => {
          own.giveBack(uid)
          throw error
        })
      }
      counts.running += 1
    } finally {
      clearTimeout(timer)
      counts.waiting -= 1
    }
  }

  /** Waits for the owner's turn, and for a shared slot if it is heavy. */
  async #takeDatabase({ kind, uid }: Call, signal: AbortSignal): Promise<void> {
    await this.#turns.take(uid, signal)
    if (!isHeavy(kind)) return
    await this.#heavy.take(uid, signal).catch((error: unknown) => {
      this.#turns.giveBack(uid)
      throw error
    })
  }

  #giveBackDatabase({ kind, uid }: Call): void {
    if (isHeavy(kind)) this.#heavy.giveBack(uid)
    this.#turns.giveBack(uid)
  }

  #refuse(kind: CallKind): Problem {
    this.counts[kind].refused += 1
    return new Problem('rate_limited', { retryAfter: retryAfterSeconds })
  }

  #end({ kind, uid }: Call): void {
    this.counts[kind].running -= 1
    this.#own[kind].giveBack(uid)
  }

  /**
   * Keeps the owner's slot until the body is read or its reader has gone. A shared slot is taken only
   * while a part is made, so that slow readers hold up nobody else.
   */
  #streamBody(call: Call, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    const gone = new AbortController()
    const readPart = async () => {
      if (!usesDatabase(call.kind)) return reader.read()
      await this.#takeDatabase(call, gone.signal)
      return reader.read().finally(() => this.#giveBackDatabase(call))
    }
    const end = () => {
      if (gone.signal.aborted) return
      gone.abort()
      this.#end(call)
    }
    return new ReadableStream<Uint8Array>(
      {
        // A file also ends while its client takes nothing, and so nothing is read.
        start: (controller) =>
          void reader.closed.catch((error: unknown) => {
            end()
            controller.error(error)
          }),
        pull: async (controller) => {
          try {
            const { done, value } = await readPart()
            if (!done) return controller.enqueue(value)
            end()
            return controller.close()
          } catch (error) {
            end()
            throw error
          }
        },
        cancel: (reason) => {
          end()
          return reader.cancel(reason)
        },
      },
      { highWaterMark: 0 },
    )
  }
}

/** Whether a call may go on after its handler: files and drafts are made while they are read. */
const isStreamed = (kind: CallKind): boolean => kind === 'exports' || kind === 'drafts'

const isHeavy = (kind: CallKind): boolean => kind === 'searches' || kind === 'exports'

/** Drafts wait for a model, for many seconds, in which nobody else has to wait for them. */
const usesDatabase = (kind: CallKind): boolean => kind !== 'drafts'

const byKind = <T>(make: (kind: CallKind) => T): Record<CallKind, T> =>
  Object.fromEntries(callKinds.map((kind) => [kind, make(kind)])) as Record<CallKind, T>
