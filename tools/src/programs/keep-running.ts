import { setTimeout as delay } from 'node:timers/promises'

import { lastLines, openLog } from './log-file.ts'
import { ProgramError, type Program, type StartedProgram } from './program.ts'
import { restartBudget } from './restart-budget.ts'
import { startProgram } from './start-program.ts'

/** A program that is started again when it ends by itself. */
export interface KeptProgram {
  /** Resolves when it is ready for the first time; rejects when it cannot be started. */
  ready: Promise<void>
  /** Ends it, then starts it again: two at once would share its port and its data. */
  restart: () => void
  stop: () => Promise<void>
  kill: () => void
}

export interface KeepOptions {
  logsDir: string
  /** A program ended by itself; what happens next is said in the text. */
  onEnd: (text: string) => void
  /** A program ends too often; nothing more is tried. */
  onGiveUp: (error: ProgramError) => void
  /** How long a program may take to stop. */
  graceMs?: number
  /** How long it takes to start it again for the first time. */
  firstDelayMs?: number
}

/** Runs a program until it is stopped. */
export function keepRunning(program: Program, options: KeepOptions): KeptProgram {
  const log = openLog(options.logsDir, program.name)
  const nextDelay = restartBudget(options.firstDelayMs)
  let isStopping = false
  let wake = Promise.withResolvers<void>()
  let isRestartAsked = false
  let current: StartedProgram = startProgram(program, log, options.graceMs)
  const ready = firstStart()
  void ready.then(keep, () => {})

  return {
    ready,
    restart() {
      isRestartAsked = true
      wake.resolve()
      void current.stop()
    },
    async stop() {
      isStopping = true
      wake.resolve()
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
      const sentence = cause instanceof Error ? cause.message : String(cause)
      throw new ProgramError(withLog(sentence), { cause })
    }
  }

  async function keep(): Promise<void> {
    for (;;) {
      await current.exited
      const canGoOn = isStopping || isRestartAsked || (await afterEnd())
      if (isStopping) return
      if (!canGoOn) {
        const sentence = `The ${program.name} ends again and again.`
        return options.onGiveUp(new ProgramError(withLog(sentence)))
      }
      isRestartAsked = false
      wake = Promise.withResolvers()
      current = startProgram(program, log, options.graceMs)
    }
  }

  /** Waits until the program may be started again; false when it has had its chances. */
  async function afterEnd(): Promise<boolean> {
    if ('isEdited' in program && program.isEdited) {
      options.onEnd(withLog(`The ${program.name} ended. It starts again when a file changes.`))
      await wake.promise
      return true
    }
    const wait = nextDelay(Date.now())
    if (wait === undefined) return false
    options.onEnd(`The ${program.name} ended unexpectedly and is started again.`)
    await delay(wait)
    return true
  }

  function withLog(sentence: string): string {
    return `${sentence}\n${lastLines(log)}\n    (${log.path})`
  }
}
