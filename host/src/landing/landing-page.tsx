import { pageLanguageOf } from '@errand/contract/page-language'
import { productName } from '@errand/contract/product'
import { useDocumentTitle, useSettings } from '@errand/shared-ui'

import { factsIn } from './facts.ts'
import { LandingView } from './landing-view.tsx'
import type { en } from './words/en.ts'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

/** The landing page, for whoever comes back to it from another page. */
export function LandingPage() {
  useDocumentTitle(productName)
  const { locale } = useSettings()
  const say: (key: keyof typeof en, facts: ReturnType<typeof factsIn>) => string = useWords()
  const facts = factsIn(locale)
  return <LandingView say={(key) => say(key, facts)} language={pageLanguageOf(locale)} />
}
