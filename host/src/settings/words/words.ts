import { createMessages } from '@errand/shared-ui'

import { en } from './en.ts'

/** What the settings say, in the page's language. */
export const { useMessages: useWords, load: loadWords } = createMessages(en, {
  hi: async () => (await import('./hi.json')).default,
  ar: async () => (await import('./ar.json')).default,
})
