import { productName } from '@errand/contract/product'
import { useDocumentTitle } from '@errand/shared-ui'

import { LandingView } from './landing-view.tsx'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

/** What the product does, for whom, on one screen. */
export function LandingPage() {
  useDocumentTitle(productName)
  return <LandingView say={useWords()} />
}
