import { answerText, readableText, displayFormatOf } from '../../answers/readable-answer.ts'
import { maxSummaryLength, type FieldState, type SummaryRequest } from '../turn.ts'

const maxTopics = 12
const maxTopicLength = 140

/**
 * A summary of a chat without a model: the earlier topics, quotes of the given messages, and the
 * answers so far.
 */
export function recap(
  { earlier = '', fields, business }: Omit<SummaryRequest, 'messages'>,
  texts: readonly string[],
): string {
  const secrets = fields.flatMap(secretOf)
  const topics = [...topicsIn(earlier), ...texts.map(quoted)].filter(
    (topic) => !secrets.some((secret) => lettersAndDigits(topic).includes(secret)),
  )
  const reading = displayFormatOf(business)
  const answers = fields
    .filter(({ value }) => value !== undefined)
    .map(({ field, value }) => {
      const { label, sensitive } = field
      return `${label}: ${sensitive ? '•••' : readableText(value, field, reading)}`
    })
  return [...answers, ...[...new Set(topics)].slice(-maxTopics)]
    .join('\n')
    .slice(0, maxSummaryLength)
}

/** The topics of an earlier recap. */
export const topicsIn = (earlier: string): string[] =>
  earlier.split('\n').filter((line) => line.startsWith('“'))

/** Letters and digits alone: a number is the same however it is grouped. */
const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** A sensitive answer, which must not appear in a summary. */
function secretOf({ field, value }: FieldState): string[] {
  const secret = field.sensitive && value !== undefined ? lettersAndDigits(answerText(value)) : ''
  return secret === '' ? [] : [secret]
}

const quoted = (text: string): string =>
  `“${text.replaceAll(/\s+/g, ' ').slice(0, maxTopicLength).toWellFormed()}”`
