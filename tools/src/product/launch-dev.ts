import { startDatabase } from './database.ts'
import { startDevServers } from './dev-servers.ts'
import { startApi } from './launch-built.ts'
import { restartOnChange } from './restart-on-change.ts'
import type { Product } from './run-product.ts'
import { edgeProgram } from './servers.ts'

/** Starts the product on a development server of every app. */
export async function launchDev(product: Product): Promise<void> {
  const { settings, signal, start } = product
  const [programs] = await Promise.all([
    startApi(product, startDatabase(product), true),
    startDevServers(settings, start).then((pages) => start(edgeProgram(settings, pages))),
  ])
  restartOnChange(programs, { name: 'api', folders: ['api/src', 'contract/src'], signal })
}
