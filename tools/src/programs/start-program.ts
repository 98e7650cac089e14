import { spawn, type ChildProcess } from 'node:child_process'

import type { LogFile } from './log-file.ts'
import { ProgramError, type NodeProgram, type Program, type StartedProgram } from './program.ts'

/** Starts a program; everything it writes goes to its log. After the grace it is killed at a stop. */
export function startProgram(program: Program, log: LogFile, graceMs = 5_000): StartedProgram {
  if ('launch' in program) return program.launch(log.descriptor)
  const child = spawn(process.execPath, program.args, {
    cwd: program.cwd,
    env: { ...process.env, ...program.env },
    stdio: ['ignore', log.descriptor, log.descriptor, 'ipc'],
    // A group of its own: Ctrl-C reaches this process alone, which then stops all in order.
    detached: process.platform !== 'win32',
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const ready = becomesReady(child, program)
  // Also told by `exited`: a start that nobody waits for must not end this process.
  ready.catch(() => {})
  return {
    ready,
    exited,
    stop: () => stop(child, exited, graceMs),
    kill: () => void child.kill('SIGKILL'),
  }
}

async function becomesReady(child: ChildProcess, { name, onMessage }: NodeProgram): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if (isMessage(message, 'ready')) resolve()
      if (isMessage(message, 'failed')) reject(new ProgramError(String(message['message'])))
      onMessage?.(message)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(
        new ProgramError(`The ${name} ended before it was ready (${signal ?? `code ${code}`}).`),
      )
    })
  })
}

async function stop(child: ChildProcess, exited: Promise<void>, graceMs: number): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(timer)
}

/** Whether this is a message of that type. */
export function isMessage(
  message: unknown,
  type: string,
): message is { type: string; [key: string]: unknown } {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === type
  )
}
