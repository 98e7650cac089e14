import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { bareEnvironment, freePort } from '@errand/database/testing'

import { createPerson, type Person, type TestDevice } from './test-api.ts'
import { project } from './tokens.ts'

const usualEntry = fileURLToPath(new URL('../src/app/server.ts', import.meta.url))

/** Given, so that a server without a folder for its data makes no key where it happens to run. */
const key = randomBytes(32).toString('base64')

/** What a server says to its parent, or how it ended without a word. */
type Start = { type: 'ready' } | { type: 'failed'; message: string } | { type: 'exited' }

/** A real server process. */
export interface TestServer {
  process: ChildProcess
  url: string
  /** What it said when it had started, or could not. */
  start: Start
  /** The exit code and signal, when it has ended. */
  exited: Promise<[number | null, NodeJS.Signals | null]>
}

/** Starts the api as `npm start` does; rejects with what it says instead of ready. */
export async function startServer(
  environment: NodeJS.ProcessEnv,
  logFile?: string,
  entry?: string,
): Promise<TestServer> {
  const server = await tryToStart(environment, logFile, entry)
  const { start } = server
  if (start.type === 'ready') return server
  await kill(server)
  throw new Error(start.type === 'failed' ? start.message : 'The server ended without a word')
}

/** Starts the api, which may fail; what it writes goes to the file. */
export async function tryToStart(
  environment: NodeJS.ProcessEnv,
  logFile?: string,
  entry = usualEntry,
): Promise<TestServer> {
  const output = logFile === undefined ? 'ignore' : openSync(logFile, 'a')
  const port = environment['API_PORT'] ?? String(await freePort())
  const child = fork(entry, {
    env: {
      ...bareEnvironment,
      LOG_LEVEL: logFile === undefined ? 'silent' : 'info',
      SECRETS_KEY: key,
      IDENTITY_PROJECT: project,
      IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
      ...environment,
      API_PORT: port,
    },
    // Not Vitest's own: the server has to start under plain Node.
    execArgv: [],
    stdio: ['ignore', output, output, 'ipc'],
  })
  if (output !== 'ignore') closeSync(output)
  const exited = once(child, 'exit') as TestServer['exited']
  const start = await Promise.race([
    once(child, 'message').then(([message]) => message as Start),
    exited.then((): Start => ({ type: 'exited' })),
  ])
  return { process: child, url: `http://127.0.0.1:${port}`, start, exited }
}

/** Somebody who calls it. */
export const personAt = (
  { url }: Pick<TestServer, 'url'>,
  number = 1,
  device: TestDevice = {},
): Person => createPerson(number, (path, init) => fetch(`${url}${path}`, init), device)

/** As if the power had gone: no handler runs. */
export async function kill(server: TestServer): Promise<void> {
  server.process.kill('SIGKILL')
  await server.exited
}
