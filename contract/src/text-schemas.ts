import * as z from 'zod/mini'

import { maxSearchLength } from './search-text.ts'
import { cleanText, hasVisibleText, plainText, withoutIgnorable } from './visible-text.ts'

/** Cleans a text for people; a text without a visible character becomes empty. */
export const cleaned = z.overwrite<string>((text) => {
  const clean = cleanText(text)
  return hasVisibleText(clean) ? clean : ''
})

/** Cleans a text for machines. It must come before checks of a pattern or a length. */
export const plain = z.overwrite<string>(plainText)

/** The same for a secret, whose spaces may be meant. */
export const plainUntrimmed = z.overwrite<string>(withoutIgnorable)

/** A text for people of at most so many characters, without space around it. */
export const trimmedText = (max: number) => z.string().check(cleaned, z.trim(), z.maxLength(max))

/** The same that has to be there. */
export const requiredText = (max: number) =>
  z.string().check(cleaned, z.trim(), z.minLength(1), z.maxLength(max))

/** A text for a machine of at most so many characters, such as a code or an id of another service. */
export const machineText = (max: number) => z.string().check(plain, z.maxLength(max))

/** What is searched for. */
export const searchQuery = machineText(maxSearchLength)

/** An e-mail address. */
export const emailSchema = z.string().check(plain, z.email(), z.maxLength(254))

/** An empty value, also one that only looks empty; `max` limits the text before it is cleaned. */
export const emptyText = (max: number) => z.pipe(machineText(max), z.literal(''))

/** An e-mail address, or `""` when there is none. */
export const emailOrEmptySchema = z.union([emptyText(254), emailSchema])
