import { buildAll } from './apps/build-all.ts'
import { runProduct } from './product/run-product.ts'
import { apiProgram, edgeProgram, identityProgram, releasesDir } from './product/servers.ts'
import { showReady } from './product/show-ready.ts'

await runProduct(async ({ settings, signal, start }) => {
  await Promise.all([
    // The api gives the emulator, which forgets everything, its accounts back before it is ready.
    start(identityProgram(settings)).then(() => start(apiProgram(settings))),
    buildAll(signal, releasesDir(settings)).then(() => start(edgeProgram(settings))),
  ])
  showReady(settings)
})
