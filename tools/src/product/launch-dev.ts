import { startDevServers } from './dev-servers.ts'
import { restartOnChange } from './restart-on-change.ts'
import type { Product } from './run-product.ts'
import { apiProgram, edgeProgram, identityProgram } from './servers.ts'

/** Starts the product on a development server of every app. */
export async function launchDev({ settings, signal, start }: Product): Promise<void> {
  const [api] = await Promise.all([
    start(identityProgram(settings)).then(() => start({ ...apiProgram(settings), isEdited: true })),
    startDevServers(settings, start).then((pages) => start(edgeProgram(settings, pages))),
  ])
  restartOnChange(api, { name: 'api', folders: ['api/src', 'contract/src'], signal })
}
