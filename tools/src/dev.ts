import { startDevServers } from './product/dev-servers.ts'
import { restartOnChange } from './product/restart-on-change.ts'
import { runProduct } from './product/run-product.ts'
import { apiProgram, edgeProgram, identityProgram } from './product/servers.ts'
import { showReady } from './product/show-ready.ts'

await runProduct(async ({ settings, signal, start }) => {
  const [api] = await Promise.all([
    start(identityProgram(settings)).then(() => start({ ...apiProgram(settings), isEdited: true })),
    startDevServers(settings, start).then((pages) => start(edgeProgram(settings, pages))),
  ])
  restartOnChange(api, { name: 'api', folders: ['api/src', 'contract/src'], signal })
  showReady(settings)
})
