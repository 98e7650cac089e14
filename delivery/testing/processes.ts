import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { publishBuilds } from '../registry/publish-to-everybody.ts'

const delivery = join(import.meta.dirname, '..')

/** A server process that is ready. */
export interface TestServer {
  /** Ends it, as a person does unless another signal is named; its exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts a registry to which these builds were published. */
export async function startRegistry(
  env: Record<string, string>,
  distDirs: string[],
): Promise<TestServer> {
  await publishBuilds(env, distDirs)
  return startServer('registry/server.ts', env)
}

/** Starts a server of this package as `npm start` does; rejects with what it says instead of ready. */
export async function startServer(file: string, env: Record<string, string>): Promise<TestServer> {
  const child = fork(join(delivery, file), {
    env: { PATH: process.env['PATH'], ...env },
    // Not Vitest's own: the server has to start under plain Node.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const [said] = await Promise.race([once(child, 'message'), exited])
  const { type, message } = Object(said)
  if (type !== 'ready') throw new Error(String(message ?? `The server ended with ${said}`))
  return {
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await exited
      return typeof code === 'number' ? code : null
    },
  }
}
