import { join } from 'node:path'

import { readDevOptions, type DevOptions } from './product/dev-options.ts'
import { launchBuilt } from './product/launch-built.ts'
import { launchDev } from './product/launch-dev.ts'
import { runLocalRemote } from './product/local-remote.ts'
import { runProduct } from './product/run-product.ts'
import { runPrograms } from './product/run-programs.ts'
import { appOrigin, showReady } from './product/show-ready.ts'
import { readSettings } from './settings/settings.ts'
import { complain, messageOf } from './terminal/report.ts'

try {
  await dev(readDevOptions(process.argv.slice(2)))
} catch (error) {
  complain(messageOf(error))
  process.exit(2)
}

async function dev({ only, against }: DevOptions): Promise<void> {
  if (only === undefined) {
    await runProduct(async (product) => {
      await launchDev(product)
      showReady(product.settings)
    })
  } else if (against === undefined) {
    const running = appOrigin(readSettings(process.env))
    await runProduct(async (product) => {
      await launchBuilt(product)
      await runLocalRemote(only, appOrigin(product.settings), product.start)
    }, `use it as the shell: --against ${running}`)
  } else {
    await runPrograms(async () => ({
      logsDir: join(readSettings(process.env).dataDir, 'logs'),
      launch: ({ start }) => runLocalRemote(only, against, start),
    }))
  }
}
