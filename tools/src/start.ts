import { launchBuilt } from './product/launch-built.ts'
import { runProduct } from './product/run-product.ts'
import { showReady } from './product/show-ready.ts'

await runProduct(async (product) => {
  await launchBuilt(product)
  showReady(product.settings)
})
