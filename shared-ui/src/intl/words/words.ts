import { createMessages } from '../messages.ts'
import { en } from './en.ts'

const messages = createMessages(en, {
  hi: async () => (await import('./hi.json')).default,
  ar: async () => (await import('./ar.json')).default,
})

/** What the components themselves say, in the page's language. */
export const useWords = messages.useMessages
/** The same outside of components. */
export const words = messages.say
