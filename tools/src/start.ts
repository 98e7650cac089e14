import { launchBuilt, runProduct, showReady } from './product.ts'

await runProduct(async (product) => {
  await launchBuilt(product)
  showReady(product.settings, { isBuilt: true })
})
