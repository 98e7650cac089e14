import { createMessages } from '@errand/shared-ui'

import { en } from './en.ts'

const messages = createMessages(en, {
  hi: async () => (await import('./hi.json')).default,
  ar: async () => (await import('./ar.json')).default,
})

/** What the form of a job says, in the page's language. */
export const useWords = messages.useMessages
/** The same outside of components. */
export const words = messages.say
/** Fetches the page's language before the form is shown. */
export const loadWords = messages.load
