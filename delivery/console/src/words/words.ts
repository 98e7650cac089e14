import { createWords } from '@errand/shared-ui'

import { en } from './en.ts'

/** The texts of the console, in the page's language. */
export const { useWords, loadWords } = createWords(en, {
  hi: () => import('./hi.json'),
  ar: () => import('./ar.json'),
})
