import { answerText, readableText, readingOf } from '../../form-data/readable-answer.ts'
import { maxSummaryLength, type FieldState, type SummaryRequest } from '../turn.ts'
import { isGreeting, isIdle, isQuestion, isThanks } from './intents.ts'
import { clausesOf, tokensOf } from './text.ts'
import { everyLanguage } from './words.ts'

const mostTopics = 12
const longestTopic = 140

/**
 * What rules can tell of a chat, in the words of those who wrote it: the answers so far, and what the
 * contact asked; nothing is made of it.
 */
export function summarise({ earlier = '', messages, fields, business }: SummaryRequest): string {
  const known = earlier.split('\n').filter((line) => line.startsWith('“'))
  const said = messages.filter(({ author }) => author === 'contact').map(({ text }) => text.trim())
  const words = everyLanguage
  const first = said.find((text) => {
    const heard = { text, tokens: tokensOf(text) }
    return ![isGreeting, isIdle, isThanks].some((is) => is(heard, words))
  })
  const asked = said.filter((text) => clausesOf(text).some((clause) => isQuestion(clause, words)))
  const opening = known.length === 0 && first !== undefined ? [first] : []
  const secrets = fields.flatMap(secretOf)
  const topics = [...known, ...[...opening, ...asked].map(quoted)].filter(
    (topic) => !secrets.some((secret) => bare(topic).includes(secret)),
  )
  const reading = readingOf(business)
  const answers = fields
    .filter(({ value }) => value !== undefined)
    .map(({ field, value }) => {
      const { label, sensitive } = field
      return `${label}: ${sensitive ? '•••' : readableText(value, field, reading)}`
    })
  return [...answers, ...[...new Set(topics)].slice(-mostTopics)]
    .join('\n')
    .slice(0, maxSummaryLength)
}

/** Letters and digits alone: a number is the same however it is grouped. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** What is kept where answers are kept, and nowhere else. */
function secretOf({ field, value }: FieldState): string[] {
  const secret = field.sensitive && value !== undefined ? bare(answerText(value)) : ''
  return secret === '' ? [] : [secret]
}

const quoted = (text: string): string =>
  `“${text.replaceAll(/\s+/g, ' ').slice(0, longestTopic).toWellFormed()}”`
