import { execFile, fork, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { findLocalUrl } from '@errand/database'
import { administer, bareEnvironment, urlOf } from '@errand/database/testing'

import {
  dataDir,
  freePort,
  identityOrigin,
  productEnvironment,
  root,
  tlsEnvironment,
} from './product.ts'
import type { Target } from './releases.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

/** A server of the product that a test may kill and restart. */
export interface ServerProcess {
  /** Resolves when it is ready. */
  start: () => Promise<void>
  /** Kills it as a crash would, without cleanup. */
  kill: () => Promise<void>
}

/** A server of the product as a process that is not restarted automatically. */
export function serverProcess(file: string, environment: Record<string, string>): ServerProcess {
  let running: ChildProcess | undefined
  return {
    async start() {
      const child = fork(join(root, file), {
        env: { ...bareEnvironment, NODE_NO_WARNINGS: '1', ...environment },
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

/** A command of `tools` that runs until it is stopped. */
export interface RunningCommand {
  /** Its output until it was ready. */
  said: string
  stop: () => Promise<void>
}

/** Starts a command and waits until it is ready. */
export async function runCommand(
  args: string[],
  environment: Record<string, string>,
  cwd = root,
): Promise<RunningCommand> {
  const command = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Rejects with the reason if it cannot be started.
  await once(command, 'spawn')
  let said = ''
  for await (const line of createInterface({ input: command.stdout })) {
    said += `${line}\n`
    if (!line.includes('Ready in')) continue
    return {
      said,
      async stop() {
        command.kill('SIGTERM')
        await once(command, 'exit')
      },
    }
  }
  throw new Error(`It ended before it was ready:\n${said}`)
}

/** An empty database on the server of the product under test. */
export async function newDatabase(): Promise<{ url: string; remove: () => Promise<void> }> {
  const server = findLocalUrl(dataDir, 'errand') ?? process.env['DATABASE_URL']
  if (server === undefined) throw new Error('The product under test has no database')
  const name = `errand_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name}`)
  return {
    url: urlOf(server, name),
    remove: () => administer(server, `drop database ${name} with (force)`),
  }
}

/** An edge and a registry of the test's own, with the builds of the product under test. */
export interface OwnEdge {
  origin: string
  target: Target
  registry: ServerProcess
  edge: ServerProcess
}

/** A test whose pages come from an edge that it may kill; api and identity are shared. */
export const test = base.extend<object, { own: OwnEdge }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads here what a fixture needs
  own: [({}, use) => withOwnEdge(use), { scope: 'worker' }],
  baseURL: ({ own }, use) => use(own.origin),
})

/** Starts an edge and a registry, and ends them after their use. */
export async function withOwnEdge(use: (own: OwnEdge) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'errand-e2e-'))
  const database = await newDatabase()
  const environment = { DATA_DIR: folder, REGISTRY_DATABASE_URL: database.url }
  await promisify(execFile)(process.execPath, [join(root, 'tools/src/build.ts'), '--publish'], {
    env: { ...process.env, ...environment },
  })
  const [registryPort, edgePort] = [freePort(), freePort()]
  const registryUrl = `http://127.0.0.1:${registryPort}`
  const origin = `https://localhost:${edgePort}`
  const token = randomBytes(24).toString('base64url')
  const registry = serverProcess('delivery/registry/server.ts', {
    ...environment,
    REGISTRY_PORT: registryPort,
    REGISTRY_READER_TOKEN: token,
  })
  const edge = serverProcess('delivery/edge/server.ts', {
    ...tlsEnvironment,
    PORT: edgePort,
    DATA_DIR: folder,
    API_URL: `http://127.0.0.1:${productEnvironment.API_PORT}`,
    REGISTRY_URL: `${registryUrl}/registry`,
    REGISTRY_TOKEN: token,
    IDENTITY_EMULATOR_URL: identityOrigin,
  })
  await registry.start()
  await edge.start()
  await use({
    origin,
    target: { dataDir: folder, registry: registryUrl, edge: origin },
    registry,
    edge,
  })
  await Promise.all([edge.kill(), registry.kill()])
  await database.remove()
  rmSync(folder, { recursive: true })
}
