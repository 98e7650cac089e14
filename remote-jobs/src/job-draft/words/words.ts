import { createWords } from '@errand/shared-ui'

import { en } from './en.ts'

/** What the form of a job says, in the page's language. */
export const { useWords, words, loadWords } = createWords(en, {
  hi: () => import('./hi.json'),
  ar: () => import('./ar.json'),
})
