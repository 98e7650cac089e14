import type { ChatSession } from '@errand/contract/chats/session'
import { cleanName } from '@errand/contract/visible-text'

/** A place in a text that is filled from the chat: `{{name}}`, or `{{name|there}}` if there is none. */
const variable = /\{\{\s*([\p{L}\p{M}\w .-]+?)\s*(?:\|([^{}]*))?\}\}/gu

/** What is known of a chat, by the names that a text may use. */
export function knownValues(
  { contact, job, formData }: Pick<ChatSession, 'contact' | 'job' | 'formData'>,
  business: string,
): Record<string, string> {
  const answers = Object.entries(formData?.values ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  )
  return {
    ...(Object.fromEntries(answers) as Record<string, string>),
    name: cleanName(contact.name),
    phone: contact.phoneNumber,
    job: job?.name ?? '',
    business,
  }
}

/** Fills in what is known; what is not, and has no other word, stays as a blank. */
export const fillVariables = (text: string, values: Record<string, string>): string =>
  text.replaceAll(variable, (blank, name: string, other: string | undefined) => {
    const value = values[name.toLowerCase()] ?? ''
    return value.trim() === '' ? (other ?? blank) : value
  })

/** A blank that is left, and where it stands. */
export interface Blank {
  name: string
  start: number
  end: number
}

/** The blanks of a text: nobody should receive one. */
export const findBlanks = (text: string): Blank[] =>
  [...text.matchAll(variable)].map((match) => ({
    name: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }))
