/** Characters that draw nothing although Unicode calls them letters or signs: Braille's blank and the like. */
const blanks = /[\u2800\uFFFC\u{1D159}]/gu
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/** Of the ignorable ones those that shape their neighbours: joiners, variation selectors, tags of flags. */
const shaping = /\u200C|\u200D|\p{Variation_Selector}|[\u{E0020}-\u{E007F}]/u

/** Whether a person sees anything of a text. */
export const hasVisibleText = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u.test(text.replace(ignorable, '').replace(blanks, ''))

/**
 * A name as it is shown: in one line and without what nobody sees, so that no control of direction
 * turns what stands around it; nothing if nobody sees any of it.
 */
export function cleanName(name: string): string {
  if (!hasVisibleText(name)) return ''
  return name
    .replace(ignorable, (character) => (shaping.test(character) ? character : ''))
    .replaceAll(/[\s\p{Cc}\u2800]+/gu, ' ')
    .replaceAll(/^(?:\s|\u200C|\u200D)+|(?:\s|\u200C|\u200D)+$/gu, '')
}

/** A text without the controls that turn what follows them; marks that amounts and dates have stay. */
export const withoutTurns = (text: string): string =>
  text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')

/** How WhatsApp names a contact. */
interface Named {
  name: string
  /** Empty or null where WhatsApp keeps it to itself. */
  phoneNumber: string | null
  username?: string | undefined
}

/** What to call a contact: the name, or how they are reached if they gave none that can be seen. */
export const contactName = (contact: Named): string =>
  cleanName(contact.name) || contact.username || contact.phoneNumber || 'WhatsApp user'

/** How a contact is reached: the number, or the username of whoever hides it. */
export const contactHandle = ({ phoneNumber, username }: Omit<Named, 'name'>): string =>
  phoneNumber || username || ''
