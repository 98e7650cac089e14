import type { JobField } from '@errand/contract/job-field'

import { decimalsOf } from './numbers/money-words.ts'
import { toPlainText } from './numbers/plain-text.ts'
import { quantityText, readOnlyQuantity } from './numbers/read-quantity.ts'
import { countsPeople } from './numbers/units.ts'
import {
  type AnswerLocale,
  type AnswerReader,
  type ReadResult,
  readText,
  refuse,
  withoutMinusZero,
} from './reading.ts'

/** Longer than any number written in words. */
const maxLength = 100

/** A number as people write it, with its unit: `1,20,000.50`, `2½ kg`, `आधा दर्जन`; the text has nothing else. */
function parseNumber(raw: unknown, field: JobField, place: AnswerLocale): number | ReadResult {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : Number.NaN
  const quantity = readOnlyQuantity(quantityText(readText(raw, maxLength) ?? '', field, place))
  if (quantity === undefined) return Number.NaN
  if (countsPeople(field) && (quantity.isMoney || quantity.value < 0)) return Number.NaN
  return quantity.couldBe === undefined ? quantity.value : refuseAmbiguous(quantity.couldBe)
}

/** Refuses `1.500` where it may mean 1500 or one and a half. */
const refuseAmbiguous = (couldBe: readonly number[]): ReadResult => {
  const [min, max] = couldBe
  const detail = `That could be ${min} or ${max}: write it without separators.`
  return refuse('ambiguous_number', detail, { min, max })
}

/** Whether a number lies where its field wants it. */
function withinLimits(value: number, { validation = {} }: JobField): ReadResult {
  const { min, max } = validation
  if (min !== undefined && value < min) return refuse('too_small', `At least ${min}.`, { min })
  if (max !== undefined && value > max) return refuse('too_large', `At most ${max}.`, { max })
  return { value: withoutMinusZero(value) }
}

/** Whether a number cannot hold the value exactly. */
const isTooLarge = (value: number) => Math.abs(value) > Number.MAX_SAFE_INTEGER

export const number: AnswerReader = (raw, field, place) => {
  const value = parseNumber(raw, field, place)
  if (typeof value !== 'number') return value
  if (Number.isNaN(value) || isTooLarge(value)) return refuse('invalid_number', 'Not a number.')
  return withinLimits(value, field)
}

export const integer: AnswerReader = (raw, field, place) => {
  const value = parseNumber(raw, field, place)
  if (typeof value !== 'number') return value
  if (!Number.isSafeInteger(value)) return refuse('invalid_integer', 'Not a whole number.')
  return withinLimits(value, field)
}

/** `4`, `4/5`, `4 out of 5` or `⭐⭐⭐⭐`; from 1 to 5 unless the field says otherwise. */
export const rating: AnswerReader = (raw, field, place) => {
  const { min = 1, max = 5 } = field.validation ?? {}
  const text = toPlainText(readText(raw, maxLength) ?? '').text.trim()
  const filled = countStars(text)
  const value =
    filled > 0
      ? filled
      : typeof raw === 'number'
        ? raw
        : partOf(text, max, (part) => parseNumber(part, field, place))
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    return refuse('invalid_rating', `Not a number to ${max}.`, { min, max })
  return withinLimits(value, { ...field, validation: { min, max } })
}

/** Filled stars, alone or before empty ones. */
const countStars = (text: string): number =>
  /^(?:[⭐★🌟]\s*)+[☆✩\s]*$/u.test(text) ? [...text.matchAll(/[⭐★🌟]/gu)].length : 0

const figure = String.raw`(?:[\p{N}.,٫]{0,9}\p{N}|[\p{L}\p{M}]{2,12})`
const stars = String.raw`(?:[⭐★🌟]\uFE0F?\s*)+[☆✩\s]*½?`
const outOf = String.raw`(?:\/|(?<![\p{L}\p{M}])(?:out of|of|von|sur|de|من|auf|में से|mein se|me se)(?![\p{L}\p{M}]))`

/** Stars, `4/5` and `4 out of 5` in a message. */
export const ratingPattern = new RegExp(
  String.raw`${stars}|(?<![\p{L}\p{M}\p{N}.,:/-])${figure}\s?${outOf}\s?${figure}(?![\p{L}\p{M}\p{N}])`,
  'giu',
)
const share = new RegExp(
  String.raw`^(?<first>\S.*?)\s*(?<of>${outOf})\s*(?<second>\d+|[\p{L}\p{M}]+)(?<rest>.*)$`,
  'iu',
)

/** Of `4 out of 5` and `cuatro de cinco` the first part, where the second is what the field goes up to. */
function partOf(
  text: string,
  max: number,
  read: (part: string) => number | ReadResult,
): number | ReadResult {
  const { first, of, second = '', rest = '' } = share.exec(text)?.groups ?? {}
  if (first === undefined) return read(text)
  // Hindi names the whole first: `5 में से 4`.
  const [part, all] = /se$|से$/.test(of ?? '') ? [second, first] : [first, second]
  return read(all) === max ? read(`${part}${rest}`) : Number.NaN
}

/** An amount in main units, alone or with what names its own currency: `Rs. 500/-`, `-₹5`, `2 lakh`. */
export const currency: AnswerReader = (raw, field, place) => {
  const quantity =
    typeof raw === 'number'
      ? { value: raw, couldBe: undefined }
      : readOnlyQuantity(quantityText(readText(raw, 100) ?? '', field, place))
  if (quantity?.couldBe !== undefined) return refuseAmbiguous(quantity.couldBe)
  const value = quantity?.value ?? Number.NaN
  if (!Number.isFinite(value) || isTooLarge(value))
    return refuse('invalid_amount', 'Not an amount.')
  const decimals = decimalsOf(field.validation?.currency ?? 'INR')
  if (Number(value.toFixed(decimals)) !== value) {
    return refuse('too_precise', `At most ${decimals} decimals.`, { max: decimals })
  }
  return withinLimits(value, field)
}
