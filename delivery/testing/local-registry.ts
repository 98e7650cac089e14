import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { bareEnvironment, freePort, makeStorage } from '@errand/database/testing'
import { afterAll, beforeAll, expect } from 'vitest'

import { run } from '../cli/run.ts'
import { publishBuilds } from '../registry/publish-to-everybody.ts'
import { definition } from '../registry/tables/definition.ts'
import { hostBuild } from './releases-fixture.ts'

/** Options of a change that no visitor has proven. */
export const forced = ['--force', '--reason', 'planted']

/** The environment of a developer's own machine. */
const localEnvironment = { LOCAL_REMOTES: '1' }

/** A registry and an edge for the tests of a file, and the `errand` command beside them. */
export function setUpLocalRegistry() {
  const dataDir = mkdtempSync(join(tmpdir(), 'errand-cli-'))
  const storage = makeStorage(definition)
  let server: TestServer
  const env: Record<string, string> = { DATA_DIR: dataDir }

  beforeAll(async () => {
    const [registryPort, edgePort] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${registryPort}`
    const { environment } = await storage
    const registryEnv = { ...environment, ...localEnvironment, DATA_DIR: dataDir }
    await publishBuilds(registryEnv, [hostBuild()])
    server = await startServer('local-server.ts', {
      ...registryEnv,
      REGISTRY_PORT: String(registryPort),
      PORT: String(edgePort),
      REGISTRY_URL: `${url}/registry`,
      FIREBASE_API_KEY: 'key',
    })
    env['ERRAND_REGISTRY'] = url
    env['ERRAND_EDGE'] = `http://127.0.0.1:${edgePort}`
  })

  afterAll(async () => {
    await server.stop()
    await (await storage).remove()
    rmSync(dataDir, { recursive: true })
  })

  /** Runs a command that succeeds; returns its output. */
  async function ran(args: string[], more: Record<string, string> = {}): Promise<string> {
    const { code, stdout, stderr } = await errand(args, { ...env, ...more })
    expect(stderr + stdout).not.toBe('')
    expect(code, stderr).toBe(0)
    return stdout.trim()
  }

  /** Runs a command that fails; returns its message. */
  async function failed(args: string[], code: number, more: Record<string, string> = {}) {
    const end = await errand(args, { ...env, ...more })
    expect(end.code, end.stderr).toBe(code)
    expect(end.stdout).toBe('')
    return end.stderr
  }

  return { dataDir, env, ran, failed }
}

/** The exit code and output of a command. */
interface CommandEnd {
  code: number
  stdout: string
  stderr: string
}

const file = join(import.meta.dirname, '../cli/errand.ts')

/** Runs `errand` in this process: starting one takes longer than most commands. */
export async function errand(args: string[], env: Record<string, string>): Promise<CommandEnd> {
  const written = { stdout: '', stderr: '' }
  const code = await run(args, {
    env: { ERRAND_ACTOR: 'asha', ...env },
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
  })
  return { code, ...written }
}

/** Runs a script in a process of its own; rejects with the reason if that cannot be started. */
export function runToEnd(args: string[], env: Record<string, string>): Promise<CommandEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandEnd>()
  const child = execFile(
    process.execPath,
    args,
    { env: { ...bareEnvironment, ...env } },
    (error, stdout, stderr) => {
      if (child.pid === undefined) reject(error)
      else resolve({ code: child.exitCode ?? 0, stdout, stderr })
    },
  )
  return promise
}

/** Runs `errand` as a process. */
export function errandProcess(args: string[], env: Record<string, string>): Promise<CommandEnd> {
  return runToEnd([file, ...args], { ERRAND_ACTOR: 'asha', ...env })
}

const delivery = join(import.meta.dirname, '..')

/** A server process that is ready. */
interface TestServer {
  /** Stops it as a person does, unless another signal is given; resolves to its exit code. */
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

/**
 * Starts a server of this package as `npm start` does; rejects with its message if it does not
 * start.
 */
export async function startServer(
  program: string,
  env: Record<string, string>,
): Promise<TestServer> {
  const child = fork(join(delivery, program), {
    env: { ...bareEnvironment, ...env },
    // Without Vitest's options: the server has to start under plain Node.
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
