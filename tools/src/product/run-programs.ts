import type { KeptProgram } from '../programs/keep-running.ts'
import type { Program } from '../programs/program.ts'
import { createPrograms } from '../programs/programs.ts'
import { complain, messageOf, progress, say } from '../terminal/report.ts'
import { onStop } from '../terminal/stop-signals.ts'

/** Programs that this process runs. */
export interface Running {
  /** Aborted when everything has to stop. */
  signal: AbortSignal
  /** Resolves when the program is ready. */
  start: (program: Program) => Promise<KeptProgram>
}

/** What is to be run, once it is known that it can be. */
interface Prepared {
  logsDir: string
  launch: (running: Running) => Promise<void>
}

/** 128 + the number of SIGINT, as shells report it. */
const killedCode = 130

/** Starts programs, keeps them running, and ends this process with all of them. */
export async function runPrograms(prepare: () => Promise<Prepared>): Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  try {
    const { logsDir, launch } = await prepare()
    const programs = createPrograms({
      logsDir,
      onEnd: complain,
      onGiveUp: (error) => void end(error),
    })
    onStop({
      stop: () => void end(),
      kill: () => {
        programs.kill()
        process.exit(killedCode)
      },
    })
    async function end(error?: unknown): Promise<void> {
      if (signal.aborted) return
      stopping.abort()
      if (error !== undefined) complain(messageOf(error))
      else say('\nStopping…')
      await programs.stop()
      process.exit(error === undefined ? 0 : 1)
    }
    await launch({ signal, start: startWithProgress }).catch(end)

    async function startWithProgress(program: Program): Promise<KeptProgram> {
      const started = await programs.start(program)
      progress(`${program.name} ready`)
      return started
    }
  } catch (error) {
    complain(messageOf(error))
    process.exit(1)
  }
}
