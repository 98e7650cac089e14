import { keepRunning, type KeepOptions, type KeptProgram } from './keep-running.ts'
import type { Program } from './program.ts'

/** The programs of this copy of the product, started one by one and stopped together. */
export interface Programs {
  /** Resolves when the program is ready. */
  start: (program: Program) => Promise<KeptProgram>
  stop: () => Promise<void>
  kill: () => void
}

/** No programs yet. */
export function createPrograms(options: KeepOptions): Programs {
  const kept: KeptProgram[] = []
  /** Others need them until they have ended themselves. */
  const needed = new Set<KeptProgram>()
  let isStopping = false
  return {
    async start(program) {
      if (isStopping) throw new Error('Stopping')
      const started = keepRunning(program, options)
      kept.push(started)
      if ('launch' in program) needed.add(started)
      await started.ready
      return started
    },
    async stop() {
      isStopping = true
      await Promise.all(kept.filter((one) => !needed.has(one)).map((one) => one.stop()))
      await Promise.all([...needed].map((one) => one.stop()))
    },
    kill() {
      isStopping = true
      for (const program of kept) program.kill()
    },
  }
}
