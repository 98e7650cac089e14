import { buildAll } from '../apps/build-all.ts'
import { freePorts } from '../settings/ports.ts'
import type { Product } from './run-product.ts'
import {
  apiProgram,
  edgeProgram,
  identityProgram,
  registryEnvironment,
  registryProgram,
} from './servers.ts'

/** Starts the product on builds of every app, as it runs in production. */
export async function launchBuilt({ settings, signal, start }: Product): Promise<void> {
  const [registryPort = 0] = await freePorts(1)
  const builds = Promise.withResolvers<string[]>()
  const registry = start(registryProgram(settings, registryPort, builds.promise))
  const useBuilds = (distDirs: string[]) => {
    builds.resolve(distDirs)
    return registry
  }
  await Promise.all([
    // The api gives the emulator, which forgets everything, its accounts back before it is ready.
    start(identityProgram(settings)).then(() => start(apiProgram(settings))),
    registry,
    buildAll(signal, useBuilds).then(() =>
      start(edgeProgram(settings, registryEnvironment(settings, registryPort))),
    ),
  ])
}
