import type { JobField } from '@errand/contract/job-field'

import { readText, refuse, withoutMinusZero, type Reader, type Reading } from './reading.ts'

/** A number as people write it: `1,20,000.50`, `1 200`, `3,5`, `-7`. */
function parseNumber(raw: unknown): number | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
  const written = readText(raw, 40)?.normalize('NFKC').replaceAll(/[\s_]/g, '')
  if (written === undefined || !/^[+-]?[\d.,]*\d[\d.,]*$/.test(written)) return undefined
  const plain = toPlain(written)
  return plain === undefined ? undefined : Number(plain)
}

/** A number's digits alone. A comma separates groups of two or three digits, the last of three; else it is a decimal comma. */
export function toPlain(written: string): string | undefined {
  if (/^[+-]?\d*\.?\d+$/.test(written)) return written
  if (/^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(written)) return written.replaceAll(',', '')
  if (/^[+-]?\d+,\d{1,2}$/.test(written)) return written.replace(',', '.')
  return undefined
}

/** Whether a number lies where its field wants it. */
export function withinLimits(value: number, { validation = {} }: JobField): Reading {
  const { min, max } = validation
  if (min !== undefined && value < min) return refuse('too_small', `At least ${min}.`, { min })
  if (max !== undefined && value > max) return refuse('too_large', `At most ${max}.`, { max })
  return { value: withoutMinusZero(value) }
}

/** What a number cannot hold exactly. */
export const isTooLarge = (value: number) => Math.abs(value) > Number.MAX_SAFE_INTEGER

export const number: Reader = (raw, field) => {
  const value = parseNumber(raw)
  if (value === undefined || isTooLarge(value)) return refuse('invalid_number', 'Not a number.')
  return withinLimits(value, field)
}

export const integer: Reader = (raw, field) => {
  const value = parseNumber(raw)
  if (!Number.isSafeInteger(value)) return refuse('invalid_integer', 'Not a whole number.')
  return withinLimits(value as number, field)
}

/** `4`, `4/5` or `⭐⭐⭐⭐`; from 1 to 5 unless the field says otherwise. */
export const rating: Reader = (raw, field) => {
  const { min = 1, max = 5 } = field.validation ?? {}
  const text = readText(raw, 60) ?? ''
  const stars = [...text.matchAll(/[⭐★🌟]/gu)].length
  const isStars = stars > 0 && /^(?:[⭐★🌟]\uFE0F?|\s)+$/u.test(text)
  const outOf = new RegExp(`^(\\d+)\\s*(/|out of)\\s*${max}$`, 'i').exec(text)?.[1]
  const value = isStars ? stars : parseNumber(outOf ?? raw)
  if (!Number.isSafeInteger(value))
    return refuse('invalid_rating', `Not a number to ${max}.`, { min, max })
  return withinLimits(value as number, { ...field, validation: { min, max } })
}
