import { createWords } from '@errand/shared-ui'

import { en } from './en.ts'

/** The texts of the shell and of its palette and banners, in the page's language. */
export const { useWords, words, loadWords } = createWords(en, {
  hi: () => import('./hi.json'),
  ar: () => import('./ar.json'),
})
