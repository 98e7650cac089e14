import { AsyncLocalStorage } from 'node:async_hooks'
import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

import type { Logger } from 'pino'

/** What the event loop works on. `name` is the label of a metric, so there may be few of them. */
export interface Work {
  name: string
  traceId?: string
  requestId?: string
  taskId?: string
}

/** What the main thread says of itself while its event loop is blocked. */
export interface Block {
  work: Work
  stack: string
  /** Whether it may be waiting at a breakpoint. */
  isDebugged: boolean
}

/** What the watching thread needs to know. */
export interface WatchdogData {
  beats: Int32Array
  logLevel: string
  /** For how long the event loop may be blocked before the process ends; 0 for ever. */
  maxBlockedMs: number
  /** Where the thread says that the process lives, if it does. */
  health: { port: number; hostname: string } | undefined
  /** The global function that returns a `Block`, or nothing if there was another beat. */
  describeName: string
}

/** Watches the event loop of this process. */
export interface Watchdog {
  /** For how many seconds each kind of work has blocked the event loop. */
  blockedSeconds: () => Iterable<[work: string, seconds: number]>
  /** Resolves when health can be asked for; rejects with one sentence if its port is in use. */
  ready: Promise<void>
}

/** What the watching thread says: what blocked, or what became of its port. */
export type WatchdogMessage =
  | { name: string; seconds: number }
  | { isListening: true }
  | { failure: string }

const beatMs = 20
/** More than by default, as a library's own frames may hide who called it. */
const maxFrames = 30
const describeName = 'describeBlockedEventLoop'
const otherWork: Work = { name: 'other' }

const current = new AsyncLocalStorage<() => Work>()

/** Runs work so that the watchdog can name it; `describe` is called only while it blocks. */
export function runAs<T>(describe: () => Work, run: () => T): T {
  return current.run(describe, run)
}

/**
 * Starts a thread that counts for how long the event loop is blocked and by what, and that kills the
 * process when that takes too long. On a port of its own it answers whatever asks for health, also
 * while a call holds the event loop.
 */
export function startWatchdog(
  log: Logger,
  { maxBlockedMs, health }: Pick<WatchdogData, 'maxBlockedMs' | 'health'>,
): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref()
  // Found by its name, as the other thread can only evaluate an expression in this one.
  Object.assign(globalThis, {
    [describeName]: (beat: number) =>
      Atomics.load(beats, 0) === beat ? describeBlock() : undefined,
  })
  const workerData: WatchdogData = {
    beats,
    logLevel: log.level,
    maxBlockedMs,
    health,
    describeName,
  }
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData })
  worker.unref()
  const blocked = new Map<string, number>()
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  if (health === undefined) resolve()
  worker.once('error', (err) => {
    log.warn({ err }, 'the event loop is not watched any more')
    reject(err)
  })
  worker.on('message', (message: WatchdogMessage) => {
    if ('isListening' in message) return resolve()
    if ('failure' in message) return reject(new Error(message.failure))
    const { name, seconds } = message
    return void blocked.set(name, (blocked.get(name) ?? 0) + seconds)
  })
  return { blockedSeconds: () => blocked, ready }
}

function describeBlock(): Block {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = maxFrames
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return {
    work: current.getStore()?.() ?? otherWork,
    stack: stack.split('\n').filter(isFrameOfWork).join('\n'),
    isDebugged: inspectorUrl() !== undefined,
  }
}

/** Leaves out the functions that make the stack. */
const isFrameOfWork = (line: string): boolean =>
  /^ +at /.test(line) && !line.includes(import.meta.url) && !line.includes('<anonymous>:1:1')
