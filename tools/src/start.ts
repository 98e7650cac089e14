import { launchBuilt, runProduct, showReady } from './product.ts'

await runProduct(async (product) => {
  const consoleUrl = await launchBuilt(product)
  showReady(product.settings, consoleUrl)
})
