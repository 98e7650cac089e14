import { createServer } from 'node:http'
import { Session, type Runtime } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'

import type { LevelWithSilent } from 'pino'

import { createLog } from '../log/create-log.ts'
import type { Block, WatchdogData, WatchdogMessage } from './watchdog.ts'

/** Longer than two beats of the main thread. */
const tickMs = 50
const ticksPerSecond = 1000 / tickMs

/** A process whose event loop has been blocked for so long does not do its work. */
const unhealthyMs = 10_000

const { beats, logLevel, maxBlockedMs, health, describeName } = workerData as WatchdogData
const log = createLog(logLevel as LevelWithSilent)

let lastBeat = Atomics.load(beats, 0)
// Ticks and not the time: when the whole process is suspended, this thread does not tick either.
let missedTicks = 0
let block: Block | undefined
let isAsking = false

setInterval(() => {
  const beat = Atomics.load(beats, 0)
  if (beat !== lastBeat) {
    if (missedTicks > 0) reportBlock()
    lastBeat = beat
    missedTicks = 0
    block = undefined
    return
  }
  missedTicks += 1
  if (missedTicks % ticksPerSecond === 1) askForBlock(beat)
  const hangs = maxBlockedMs > 0 && missedTicks * tickMs >= maxBlockedMs
  if (hangs && block?.isDebugged !== true) killProcess()
}, tickMs)

const say = (message: WatchdogMessage): void => parentPort?.postMessage(message)

if (health !== undefined) {
  const server = createServer((_request, response) => {
    const isBlocked = missedTicks * tickMs >= unhealthyMs
    response.writeHead(isBlocked ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: isBlocked ? 'blocked' : 'ok' }))
  })
  server.once('error', (error: NodeJS.ErrnoException) =>
    say({
      failure: error.code === 'EADDRINUSE' ? `Port ${health.port} is in use.` : error.message,
    }),
  )
  server.listen(health.port, health.hostname, () => say({ isListening: true }))
}

/** The inspector interrupts the main thread even in an endless loop, but not in native code. */
function askForBlock(beat: number): void {
  if (isAsking) return
  isAsking = true
  // Not kept open: a process with an open session waits for it when it exits.
  const session = new Session()
  session.connectToMainThread()
  const call = { expression: `${describeName}(${beat})`, returnByValue: true, silent: true }
  session.post('Runtime.evaluate', call, (_error, answer?: Runtime.EvaluateReturnType) => {
    session.disconnect()
    isAsking = false
    if (beat === lastBeat) block = answer?.result.value as Block | undefined
  })
}

function reportBlock(): void {
  if (block?.isDebugged === true) return
  const ms = missedTicks * tickMs
  say({ name: block?.work.name ?? 'other', seconds: ms / 1000 })
  // A process that only works has no metrics that could be read.
  if (ms >= 1000) log.warn({ ms, ...describe() }, 'the event loop was blocked')
}

function killProcess(): void {
  log.fatal({ ms: maxBlockedMs, ...describe() }, 'the event loop hangs, so the process ends')
  // The main thread cannot exit by itself, and a worker's own exit ends only the worker.
  process.kill(process.pid, 'SIGKILL')
}

function describe() {
  const { name = 'unknown', ...ids } = block?.work ?? {}
  return { work: name, ...ids, stack: block?.stack }
}
