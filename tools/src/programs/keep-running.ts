import { setTimeout as delay } from 'node:timers/promises'

import { lastLines, openLog } from './log-file.ts'
import { ProgramError, type Program } from './program.ts'
import { restartBudget } from './restart-budget.ts'
import { startProgram, type StartedProgram } from './start-program.ts'

/** A program that is started again when it ends by itself. */
export interface KeptProgram {
  /** Resolves when it is ready for the first time; rejects when it cannot be started. */
  ready: Promise<void>
  /** Ends it, then starts it again: two at once would share its port and its data. */
  restart: () => Promise<void>
  stop: () => Promise<void>
  kill: () => void
}

export interface KeepOptions {
  logsDir: string
  /** A program ended and is started again. */
  onEnd: (name: string) => void
  /** A program ends too often; nothing more is tried. */
  onGiveUp: (error: ProgramError) => void
}

/** Runs a program until it is stopped. */
export function keepRunning(program: Program, options: KeepOptions): KeptProgram {
  const log = openLog(options.logsDir, program.name)
  const nextDelay = restartBudget()
  let isStopping = false
  let isRestartAsked = false
  let current: StartedProgram = startProgram(program, log)
  const ready = firstStart()
  void ready.then(keep, () => {})

  return {
    ready,
    async restart() {
      isRestartAsked = true
      await current.stop()
    },
    async stop() {
      isStopping = true
      await current.stop()
    },
    kill() {
      isStopping = true
      current.kill()
    },
  }

  async function firstStart(): Promise<void> {
    try {
      await current.ready
    } catch (cause) {
      throw failure(cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }

  async function keep(): Promise<void> {
    for (;;) {
      await current.exited
      const canGoOn = isStopping || (await beforeNextStart())
      if (isStopping) return
      if (!canGoOn) return options.onGiveUp(failure(`The ${program.name} ends again and again.`))
      current = startProgram(program, log)
    }
  }

  async function beforeNextStart(): Promise<boolean> {
    if (isRestartAsked) {
      isRestartAsked = false
      return true
    }
    const wait = nextDelay(Date.now())
    if (wait === undefined) return false
    options.onEnd(program.name)
    await delay(wait)
    return true
  }

  function failure(sentence: string, errorOptions?: ErrorOptions): ProgramError {
    const text = `${sentence}\n${lastLines(log)}\n    (${log.path})`
    return new ProgramError(text, errorOptions)
  }
}
