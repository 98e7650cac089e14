import { buildAll } from './apps/build-all.ts'
import { runProduct } from './product/run-product.ts'
import {
  apiProgram,
  edgeProgram,
  identityProgram,
  registryEnvironment,
  registryProgram,
} from './product/servers.ts'
import { showReady } from './product/show-ready.ts'
import { freePorts } from './settings/ports.ts'

await runProduct(async ({ settings, signal, start }) => {
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
  showReady(settings)
})
