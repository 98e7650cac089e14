import type { Gauge } from 'prom-client'

import type { Database } from '../database/database.ts'
import { withEventLoopBreaks } from '../http/downloads.ts'
import { type EventFeed, findLatestSeqs, listEvents } from './events.repo.ts'
import { ping, toPage, toStart, type Page } from './server-sent-events.ts'

const pingMs = 15_000
/** How many events are read at once: one can have 15 kB, and each client that catches up has its own. */
const pageSize = 20
/** How much is kept for a client that does not read. */
const maxBufferedBytes = 256 * 1024
/** The longest time that a timer can wait. */
const maxTimerMs = 2 ** 31 - 1

interface Dependencies {
  database: Database
  feed: EventFeed
  /** Aborted when this process is about to stop: clients reconnect to another one. */
  closing: AbortSignal
  openStreams: Gauge
}

/** What a client asks for. */
interface Subscription {
  /** The last event that the client has; undefined for a new client. */
  lastEventId: number | undefined
  /** When the token expires and the stream ends: the client reconnects with a new token. */
  until: Date
  /** Whether the client is still signed in; by memory, so that it can be asked often. */
  isSignedIn: () => Promise<boolean>
}

/** The open event streams of a process; those of one owner share what is read and written. */
export interface EventStreams {
  countOf: (ownerId: string) => number
  open: (ownerId: string, subscription: Subscription) => ReadableStream<Uint8Array>
}

/** Opens no stream yet; one timer serves all of them. */
export function createEventStreams(deps: Dependencies): EventStreams {
  const { database, feed, closing } = deps
  const owners = new Map<string, OwnerStreams>()
  let timer: NodeJS.Timeout | undefined
  const tick = async () => {
    // Also finds what no notification has announced.
    const asked = [...owners]
    const ids = asked.map(([ownerId]) => ownerId)
    const latest = await findLatestSeqs(database.queries, ids)
    for (const [ownerId, owner] of asked) owner.compareHead(latest.get(ownerId))
    for (const [, owner] of asked) void owner.endSignedOut().catch(() => owner.end())
    const all = asked.flatMap(([, { streams }]) => [...streams])
    for await (const stream of withEventLoopBreaks(all)) stream.ping()
  }
  const endAll = () => {
    for (const owner of owners.values()) owner.end()
  }
  closing.addEventListener('abort', endAll, { once: true })

  const create = (ownerId: string): OwnerStreams => {
    const wake = () => void owner.readNews()
    const owner = new OwnerStreams(deps, ownerId, () => {
      feed.off(ownerId, wake)
      owners.delete(ownerId)
      if (owners.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
    // Listen before the first reading: an event right after it would be missed otherwise.
    feed.on(ownerId, wake)
    owners.set(ownerId, owner)
    timer ??= setInterval(() => void tick().catch(endAll), pingMs).unref()
    return owner
  }

  return {
    countOf: (ownerId) => owners.get(ownerId)?.streams.size ?? 0,
    open: (ownerId, subscription) => {
      const owner = owners.get(ownerId) ?? create(ownerId)
      const stream = new ClientStream(owner, subscription)
      owner.add(stream)
      if (closing.aborted) stream.end()
      return stream.body
    },
  }
}

/** The streams of one owner. News is read and serialised once for all of them. */
class OwnerStreams {
  readonly streams = new Set<ClientStream>()
  /** The number of the latest event that was read; undefined before the first reading. */
  head: number | undefined
  readonly #deps: Dependencies
  readonly #ownerId: string
  readonly #onEmpty: () => void
  #current: Promise<void>
  #next: Promise<void> | undefined

  constructor(deps: Dependencies, ownerId: string, onEmpty: () => void) {
    this.#deps = deps
    this.#ownerId = ownerId
    this.#onEmpty = onEmpty
    this.#current = this.#orEnd(this.#readHead())
  }

  /** Resolves when the head is known, or the streams have ended. */
  get ready(): Promise<void> {
    return this.head === undefined ? this.#current : Promise.resolve()
  }

  add(stream: ClientStream): void {
    this.streams.add(stream)
    this.#deps.openStreams.inc()
  }

  remove(stream: ClientStream): void {
    if (!this.streams.delete(stream)) return
    this.#deps.openStreams.dec()
    if (this.streams.size === 0) this.#onEmpty()
  }

  end(): void {
    for (const stream of this.streams) stream.end()
  }

  /** Ends the streams of sign-ins that have ended. */
  async endSignedOut(): Promise<void> {
    await Promise.all([...this.streams].map((stream) => stream.endIfSignedOut()))
  }

  /** Reads what is new and writes it to all streams; calls during a reading share the next one. */
  readNews(): Promise<void> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined
      this.#current = this.#orEnd(this.#readPages())
      return this.#current
    })
    return this.#next
  }

  /** Ends the streams of a closed account, and reads what was missed. */
  compareHead(latest: number | undefined): void {
    if (latest === undefined) this.end()
    else if (this.head !== undefined && latest > this.head) void this.readNews()
  }

  /** The events after that number; undefined when the next one is not kept any more. */
  async readPage(after: number): Promise<Page | undefined> {
    const limits = { after, upTo: this.head, limit: pageSize }
    const events = await listEvents(this.#deps.database.queries, this.#ownerId, limits)
    return events[0]?.id === after + 1 ? toPage(after, events) : undefined
  }

  async #readHead(): Promise<void> {
    const latest = await findLatestSeqs(this.#deps.database.queries, [this.#ownerId])
    this.head = latest.get(this.#ownerId)
    if (this.head === undefined) this.end()
  }

  async #readPages(): Promise<void> {
    await this.endSignedOut()
    let count: number
    do {
      const { head } = this
      if (head === undefined) return
      const limits = { after: head, limit: pageSize }
      const events = await listEvents(this.#deps.database.queries, this.#ownerId, limits)
      count = events.length
      if (count === 0) await this.#endIfClosed()
      else await this.#broadcast(toPage(head, events))
    } while (count === pageSize)
  }

  async #broadcast(page: Page): Promise<void> {
    // First, so that a stream that starts meanwhile reads the page itself.
    this.head = page.last
    for await (const stream of withEventLoopBreaks(this.streams)) stream.write(page)
  }

  /** A notification without an event says that the account was closed. */
  async #endIfClosed(): Promise<void> {
    const latest = await findLatestSeqs(this.#deps.database.queries, [this.#ownerId])
    if (latest.size === 0) this.end()
  }

  /** What cannot be read ends the streams: clients come back with the last event that they have. */
  #orEnd(reading: Promise<void>): Promise<void> {
    return reading.catch(() => this.end())
  }
}

/** One client's stream. It writes a page only if it is where the page starts, so each event once. */
class ClientStream {
  readonly body: ReadableStream<Uint8Array>
  readonly #owner: OwnerStreams
  readonly #subscription: Subscription
  readonly #expiry: NodeJS.Timeout
  #controller!: ReadableStreamDefaultController<Uint8Array>
  /** The last event that was written; undefined before the start. */
  #seq: number | undefined
  #isEnded = false
  /** Whether nothing was taken from a full buffer since the last ping. */
  #isStuck = false

  constructor(owner: OwnerStreams, subscription: Subscription) {
    this.#owner = owner
    this.#subscription = subscription
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        this.#controller = controller
      },
      // Called whenever there is room.
      pull: () => this.#catchUp().catch(() => this.end()),
      cancel: () => void this.#leave(),
    }
    const size = (chunk: Uint8Array) => chunk.byteLength
    this.body = new ReadableStream(source, { highWaterMark: maxBufferedBytes, size })
    const ms = Math.max(0, subscription.until.getTime() - Date.now())
    this.#expiry = setTimeout(() => this.end(), Math.min(ms, maxTimerMs)).unref()
  }

  /** A client without room misses the page: it reads it by itself once there is room. */
  write(page: Page): void {
    if (this.#seq !== page.after || !this.#hasRoom()) return
    // First, because adding a page may have the stream look at once for what it lacks.
    this.#seq = page.last
    this.#controller.enqueue(page.bytes)
  }

  /** Ends a client that has read nothing between two pings although its buffer is full. */
  ping(): void {
    if (this.#hasRoom()) this.#controller.enqueue(ping)
    else if (this.#isStuck) this.#abort(new Error('The client does not read its events'))
    else this.#isStuck = true
  }

  async endIfSignedOut(): Promise<void> {
    if (!(await this.#subscription.isSignedIn())) this.end()
  }

  end(): void {
    if (this.#leave()) this.#controller.close()
  }

  /** Drops what is still buffered. */
  #abort(error: Error): void {
    if (this.#leave()) this.#controller.error(error)
  }

  #leave(): boolean {
    if (this.#isEnded) return false
    this.#isEnded = true
    clearTimeout(this.#expiry)
    this.#owner.remove(this)
    return true
  }

  #hasRoom(): boolean {
    return !this.#isEnded && (this.#controller.desiredSize ?? 0) > 0
  }

  /** Reads the events between the client's last one and the owner's latest one, at the client's pace. */
  async #catchUp(): Promise<void> {
    this.#isStuck = false
    this.#seq ??= await this.#start()
    while (this.#hasRoom() && this.#seq < (this.#owner.head ?? 0)) {
      const page = await this.#owner.readPage(this.#seq)
      if (page !== undefined) this.write(page)
      else this.#seq = this.#startAtHead('reset')
    }
  }

  /** Starts after the client's last event; `reset` says that nobody knows that event. */
  async #start(): Promise<number> {
    const { lastEventId } = this.#subscription
    const owner = this.#owner
    await owner.ready
    if (lastEventId === undefined) return this.#startAtHead('ready')
    // Another process may have sent what this one has not read yet.
    if (lastEventId > (owner.head ?? 0)) await owner.readNews()
    return lastEventId > (owner.head ?? 0) ? this.#startAtHead('reset') : lastEventId
  }

  #startAtHead(event: 'ready' | 'reset'): number {
    const { head = 0 } = this.#owner
    if (!this.#isEnded) this.#controller.enqueue(toStart(event, head))
    return head
  }
}
