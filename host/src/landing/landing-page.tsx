import { productName } from '@errand/contract/product'
import { useDocumentTitle } from '@errand/shared-ui'

import { LandingView } from './landing-view.tsx'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

/** The landing page. */
export function LandingPage() {
  useDocumentTitle(productName)
  return <LandingView say={useWords()} />
}
