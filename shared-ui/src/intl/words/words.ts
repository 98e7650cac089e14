import { createWords } from '../create-words.ts'
import { en } from './en.ts'

/** The texts of the components, in the page's language. */
export const { useWords, words } = createWords(en, {
  hi: () => import('./hi.json'),
  ar: () => import('./ar.json'),
})
