import * as z from 'zod/mini'

import { hasVisibleText } from './visible-text.ts'

/** A check that takes a text of which nobody sees anything as empty. */
export const visibleOrEmpty = z.overwrite<string>((text) => (hasVisibleText(text) ? text : ''))

/** A name of at most so many characters; one of which nobody sees anything is empty. */
export const nameText = (max: number) =>
  z.string().check(z.trim(), visibleOrEmpty, z.maxLength(max))

/** The same that has to be there. */
export const requiredName = (max: number) =>
  z.string().check(z.trim(), visibleOrEmpty, z.minLength(1), z.maxLength(max))
