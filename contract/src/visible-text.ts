import * as z from 'zod/mini'

/** Characters that draw nothing although Unicode calls them letters or signs: Braille's blank and the like. */
const blanks = /[\u2800\uFFFC\u{1D159}]/gu
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/** Of the ignorable ones those that shape their neighbours: joiners, variation selectors, tags of flags. */
const shaping = /\u200C|\u200D|\p{Variation_Selector}|[\u{E0020}-\u{E007F}]/u

/** Whether a person sees anything of a text. */
export const hasVisibleText = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u.test(text.replace(ignorable, '').replace(blanks, ''))

/**
 * A text as it is kept and shown: without what nobody sees, so that no control of direction turns
 * what stands around it; nothing if nobody sees any of it.
 */
export function cleanText(text: string): string {
  if (!hasVisibleText(text)) return ''
  return text.replace(ignorable, (character) => (shaping.test(character) ? character : '')).trim()
}

/** The same of what stands in one line, such as a name. */
export const cleanName = (name: string): string =>
  cleanText(name)
    .replaceAll(/[\s\p{Cc}\u2800]+/gu, ' ')
    .replaceAll(/^(?:\s|\u200C|\u200D)+|(?:\s|\u200C|\u200D)+$/gu, '')

/** What to call a contact: the name, or the number of whoever gave none that can be seen. */
export const contactName = ({ name, phoneNumber }: { name: string; phoneNumber: string }): string =>
  cleanName(name) || phoneNumber

/** A name of at most so many characters, without what nobody sees; it may be empty. */
export const nameText = (max: number) => z.string().check(z.overwrite(cleanName), z.maxLength(max))

/** The same that has to be there. */
export const requiredName = (max: number) =>
  z.string().check(z.overwrite(cleanName), z.minLength(1), z.maxLength(max))
