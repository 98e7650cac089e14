import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { root } from './source.ts'

/** One of the product's servers, which a test may kill and start again. */
export interface ServerProcess {
  /** Resolves when it is ready. */
  start: () => Promise<void>
  /** Ends it as a crash does: it can tidy nothing up. */
  kill: () => Promise<void>
}

/** A server of the product as a process of its own, which nobody starts again. */
export function serverProcess(file: string, environment: Record<string, string>): ServerProcess {
  let running: ChildProcess | undefined
  return {
    async start() {
      const child = fork(join(root, file), {
        env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      running = child
      const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')])
      if (Object(said).type !== 'ready') throw new Error(`${file} did not start`)
    },
    async kill() {
      if (running === undefined) return
      const exited = once(running, 'exit')
      running.kill('SIGKILL')
      running = undefined
      await exited
    },
  }
}
