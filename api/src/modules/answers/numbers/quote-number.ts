import type { JobField } from '@errand/contract/job-field'

import { readAnswer } from '../read-answer.ts'
import type { AnswerLocale } from '../reading.ts'
import { isAnd } from './quantity-words.ts'
import { quantitiesIn, quantityText } from './read-quantity.ts'

const numeric = new Set<JobField['type']>(['number', 'integer', 'currency'])

/**
 * The contact's own words for a number that a model has read, where they are more than plain digits: a
 * model reads `5 million` as 5 and `1.000` as 1. Undefined where the words hold no number, or several
 * that the model may have added up. A value in words is already a quote.
 */
export function quoteNumber(
  field: JobField,
  { text, quote, value }: { text: string; quote: string; value: unknown },
  place: AnswerLocale,
): string | undefined {
  const start = text.indexOf(quote)
  if (!numeric.has(field.type) || start === -1) return undefined
  if (typeof value === 'string' && !/^\s*[-+]?[\d.]+\s*$/.test(value)) return undefined
  const end = start + quote.length
  const whole = quantityText(text, field, place)
  const [said, ...more] = quantitiesIn(whole).filter((one) => one.start < end && one.end > start)
  if (said === undefined || said.isPlain || more.length > 0) return undefined
  const [before, behind] = [whole.list[said.from - 1], whole.list[said.to]]
  if (isAnd(before?.text) || isAnd(behind?.text)) return undefined
  const words = text.slice(said.start, said.end)
  const reading = readAnswer(field, words, place)
  return 'value' in reading || reading.refused.code === 'ambiguous_number' ? words : undefined
}
