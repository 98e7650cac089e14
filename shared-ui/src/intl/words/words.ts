import { createMessages } from '../messages.ts'
import { en } from './en.ts'

const messages = createMessages(en, {
  hi: async () => (await import('./hi.ts')).hi,
  ar: async () => (await import('./ar.ts')).ar,
})

/** What the components themselves say, in the page's language. */
export const useWords = messages.useMessages
/** The same outside of components. */
export const words = messages.say
