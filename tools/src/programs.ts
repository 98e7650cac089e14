import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { RunningServer } from '@errand/database'

import { compileCache, root } from './root.ts'
import { printError, messageOf, onStop, progress, print } from './terminal.ts'

/** A Node script that reports over its IPC channel when it is ready. */
export interface NodeProgram {
  name: string
  /** The arguments of node: the script, with options before and after it. */
  args: string[]
  /** By default the root of the repository. */
  cwd?: string
  env: Record<string, string>
  /** Folders below the root; the program restarts when a source file in them changes. */
  watched?: string[]
}

/**
 * The database: other programs need it until they have stopped, and it reports readiness in its own
 * way.
 */
interface DatabaseProgram {
  name: string
  /** `log` is the descriptor of the file for all that it writes, where it can be written. */
  launch: (log: Output) => RunningServer
}

type Output = number | 'ignore'

/** Programs of this process, started one by one and stopped together. */
export interface RunningPrograms {
  /** Aborted when everything has to stop. */
  signal: AbortSignal
  /** Resolves when the program is ready. */
  start: (program: NodeProgram | DatabaseProgram) => Promise<void>
  /** Runs a script to its end with this process's output; resolves to whether it succeeded. */
  run: (args: string[], env: Record<string, string>) => Promise<boolean>
}

/** How long a program may take to stop. */
const stopTimeoutMs = 5_000
/** Editors write a file in several steps. */
const changeDelayMs = 150
/** 128 + the number of SIGINT, as shells report it. */
const killedCode = 130
/** The maximum number of restarts within a minute; the pause before each doubles. */
const maxRestarts = 5
const minuteMs = 60_000
const firstPauseMs = 200

/**
 * Runs what `prepare` returns until it is stopped. A program that exits is restarted; one that
 * cannot start at all stops everything.
 */
export async function runPrograms(
  prepare: () => Promise<{ logsDir: string; launch: (running: RunningPrograms) => Promise<void> }>,
): Promise<void> {
  const stopping = new AbortController()
  const programs: { current: RunningServer }[] = []
  const databases: typeof programs = []
  try {
    const { logsDir, launch } = await prepare()
    onStop({ stop: () => void end(), kill })
    const { signal } = stopping
    await launch({ signal, start: (program) => start(program, logsDir), run }).catch(end)
  } catch (error) {
    printError(messageOf(error))
    process.exit(1)
  }

  async function start(program: NodeProgram | DatabaseProgram, logsDir: string): Promise<void> {
    if (stopping.signal.aborted) throw new Error('Stopping')
    const { name } = program
    const log = openLog(logsDir, name)
    const isDatabase = 'launch' in program
    const launch = (): RunningServer => {
      if (isDatabase) return program.launch(log.output)
      if (program.watched === undefined) return startProgram(program, log.output)
      return startWatched(program, log.output, stopping.signal)
    }
    const holder = { current: launch() }
    ;(isDatabase ? databases : programs).push(holder)
    const { ready, exited } = holder.current
    try {
      await Promise.race([ready, exited.then(() => Promise.reject(new Error(endedMessage(name))))])
    } catch (cause) {
      throw new Error(`${messageOf(cause)}\n${lastLines(log.path)}`, { cause })
    }
    progress(`${name} ready`)
    void keepRunning(holder, { name, launch, logPath: log.path })
  }

  async function run(args: string[], env: Record<string, string>): Promise<boolean> {
    if (stopping.signal.aborted) return false
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    })
    const current = supervise(child)
    // The database stops after it.
    programs.push({ current: { ...current, ready: current.exited } })
    await current.exited
    return child.exitCode === 0
  }

  async function keepRunning(
    kept: { current: RunningServer },
    { name, launch, logPath }: { name: string; launch: () => RunningServer; logPath: string },
  ): Promise<void> {
    let endedAt: number[] = []
    for (;;) {
      await kept.current.exited
      if (stopping.signal.aborted) return
      const now = performance.now()
      endedAt = [...endedAt.filter((time) => now - time < minuteMs), now]
      const first = endedAt.at(-1 - maxRestarts)
      const pause =
        first === undefined ? firstPauseMs * 2 ** (endedAt.length - 1) : first + minuteMs - now
      const restartNote = `It starts again in ${(pause / 1000).toFixed(1)} s.`
      printError(`${endedMessage(name)} ${restartNote}\n${lastLines(logPath, 3)}`)
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      kept.current = launch()
      void kept.current.ready.then(() => progress(`${name} ready again`)).catch(() => {})
    }
  }

  async function end(problem?: unknown): Promise<void> {
    if (stopping.signal.aborted) return
    stopping.abort()
    if (problem === undefined) print('\nStopping…')
    else printError(messageOf(problem))
    await Promise.all(programs.map(({ current }) => current.stop()))
    await Promise.all(databases.map(({ current }) => current.stop()))
    process.exit(problem === undefined ? 0 : 1)
  }

  function kill(): void {
    for (const { current } of [...programs, ...databases]) current.kill()
    process.exit(killedCode)
  }
}

const endedMessage = (name: string): string => `The ${name} ended.`

/**
 * Starts a program with its output in a log file. When stopped, it is killed after a grace period.
 */
function startProgram(program: NodeProgram, log: Output): RunningServer {
  const child = spawn(process.execPath, program.args, {
    cwd: program.cwd ?? root,
    // Compiled once, as the compiler alone takes 20 MB; Node compiles anew what has changed.
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...program.env },
    stdio: ['ignore', log, log, 'ipc'],
    // A process group of its own: Ctrl-C reaches this process alone, which then stops all in order.
    detached: process.platform !== 'win32',
  })
  const ready = waitUntilReady(child)
  // The failure of a restart, for which nothing waits, must not end this process.
  ready.catch(() => {})
  return { ...supervise(child), ready }
}

function supervise(child: ChildProcess): Omit<RunningServer, 'ready'> {
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return {
    exited,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await exited
      clearTimeout(timer)
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Starts a program that restarts when its source changes; after a failure as well. */
function startWatched(program: NodeProgram, log: Output, signal: AbortSignal): RunningServer {
  let current = startProgram(program, log)
  const { ready } = current
  let timer: NodeJS.Timeout | undefined
  // Not Node's own --watch, which loses track of files that an editor replaces.
  for (const folder of program.watched ?? []) {
    watch(join(root, folder), { recursive: true, signal }, (_, file) => {
      if (file === null || !file.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => void restart(file), changeDelayMs)
    })
  }
  return {
    ready,
    exited: new Promise(() => {}),
    stop: () => current.stop(),
    kill: () => current.kill(),
  }

  async function restart(file: string): Promise<void> {
    const last = current
    await last.stop()
    if (signal.aborted || current !== last) return
    progress(`${file} changed, the ${program.name} starts again`)
    current = startProgram(program, log)
    const next = current
    await next.exited
    if (current === next && !signal.aborted) {
      printError(`The ${program.name} ended. It starts again when a file changes.`)
    }
  }
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.on('message', (message) => {
    if (isMessage(message, 'ready')) resolve()
    if (isMessage(message, 'failed')) reject(new Error(String(message['message'])))
  })
  child.once('error', reject)
  return promise
}

/** Whether a message has this type. */
function isMessage(
  message: unknown,
  type: string,
): message is { type: string; [key: string]: unknown } {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === type
  )
}

/** Opens a program's log; the log of the previous run is kept beside it. */
function openLog(logsDir: string, name: string): { path: string; output: Output } {
  const path = join(logsDir, `${name}.log`)
  try {
    mkdirSync(logsDir, { recursive: true })
    if (existsSync(path)) renameSync(path, join(logsDir, `${name}.previous.log`))
    // The file outlives the process that opened it.
    return { path, output: openSync(path, 'a') }
  } catch (error) {
    printError(`The ${name} runs without a log: ${messageOf(error)}`)
    return { path, output: 'ignore' }
  }
}

/** The last lines of a log, for finding out why a program failed. */
function lastLines(path: string, count = 15): string {
  if (!existsSync(path)) return ''
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean).slice(-count)
  return [...lines.map((line) => `    ${line.slice(0, 500)}`), `    (${path})`].join('\n')
}
