import { createMessages } from '@errand/shared-ui'

import { en } from './en.ts'

const messages = createMessages(en, {
  hi: async () => (await import('./hi.json')).default,
  ar: async () => (await import('./ar.json')).default,
})

/** What is wrong with what was entered, in the page's language. */
export const words = messages.say
/** Fetches the page's language: errors are said outside of components. */
export const loadWords = messages.load
