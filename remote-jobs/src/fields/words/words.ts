import { createMessages } from '@errand/shared-ui'

import { en } from './en.ts'

const messages = createMessages(en, {
  hi: async () => (await import('./hi.json')).default,
  ar: async () => (await import('./ar.json')).default,
})

/** What the builder of fields says, in the page's language. */
export const useWords = messages.useMessages
/** The same outside of components. */
export const words = messages.say
/** Fetches the page's language before any of it is said. */
export const loadWords = messages.load
