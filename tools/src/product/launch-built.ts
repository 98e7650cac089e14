import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { root } from '../root.ts'
import { freePorts } from '../settings/ports.ts'
import { startDatabase } from './database.ts'
import type { Product } from './run-product.ts'
import {
  apiProgram,
  edgeProgram,
  identityProgram,
  registryEnvironment,
  registryProgram,
  workerProgram,
} from './servers.ts'

/** Starts the product on builds of every app, as it runs in production. */
export async function launchBuilt(product: Product): Promise<void> {
  const { settings, start } = product
  const [registryPort = 0] = await freePorts(1)
  const registry = registryProgram(settings, registryPort)
  const database = startDatabase(product)
  await Promise.all([
    startApi(product, database),
    database
      .then(() => Promise.all([start(registry), publish(registry.env, product.signal)]))
      .then(() => start(edgeProgram(settings, registryEnvironment(settings, registryPort)))),
  ])
}

/** Starts what answers and what works behind it, and who signs in. */
export async function startApi(
  { settings, start }: Product,
  database: Promise<void>,
  isEdited = false,
) {
  // The api gives the emulator, which forgets everything, its accounts back before it is ready.
  await Promise.all([start(identityProgram(settings)), database])
  const programs = [apiProgram(settings), workerProgram(settings)]
  return Promise.all(programs.map((program) => start({ ...program, isEdited })))
}

/** In a process that ends: building takes memory that nothing needs afterwards. */
async function publish(env: Record<string, string>, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'tools/src/build.ts'), '--publish'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
    killSignal: 'SIGTERM',
  })
  const [code] = await once(child, 'exit')
  // It has said why.
  if (code !== 0) throw new Error('The apps could not be built and published.')
}
