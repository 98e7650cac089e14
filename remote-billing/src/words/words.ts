import { createMessages } from '@errand/shared-ui'

import { en } from './en.ts'

const messages = createMessages(en, {
  hi: async () => (await import('./hi.json')).default,
  ar: async () => (await import('./ar.json')).default,
})

/** What billing says, in the page's language. */
export const useWords = messages.useMessages
/** Fetches the page's language before a page is shown. */
export const loadWords = messages.load
