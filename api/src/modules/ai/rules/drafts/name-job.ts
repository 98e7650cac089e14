import { isAt, phrasesIn, says, saysOnly, type Token, tokensOf } from '../text.ts'
import { capital, readSets, textOf } from './tables.ts'

const sets = readSets('cues')
// The point of “St. Mary” ends nothing.
const clauseEnd = /[:;,!?()\n؟،।–—]|(?<=\p{L}{3})\.| - /u
const limits = { letters: 120, words: 4 }

/** The kinds of job that go by the trade alone; complaints or feedback of it are other jobs. */
const mainTopics = new Set(['bookings', 'enquiries', ''])

/**
 * What the owner will call the job: the trade, as “Bicycle repair shop” of “Take bookings for my
 * bicycle repair shop: …”; or the headline that the text begins with; else the kind of job.
 */
export function nameJob(
  prompt: string,
  { kind, topic, language }: { kind: string; topic: string; language: string },
): string {
  const [clause = ''] = prompt.trim().slice(0, limits.letters).split(clauseEnd)
  const tokens = tokensOf(clause)
  const isOrder = (of: readonly Token[]) => says(of, sets('strong'), sets('weak'), sets('final'))
  const own = phrasesIn(tokens, sets(`owning.${language}`))[0]?.to
  if (own === undefined) {
    // What tells what to do, or when, is no headline.
    const isHeadline = !isOrder(tokens) && !isAt(tokens, 0, sets('conditions'))
    return (isHeadline ? toName(tokens, clause) : undefined) ?? kind
  }
  const end = tokens.findIndex((_, at) => at > own && isAt(tokens, at, sets('tradeEnds')))
  const said = tokens.slice(own, end < 0 ? undefined : end)
  const trade = toName(said, clause)
  // “My guests for their name” is no trade.
  if (trade === undefined || isOrder(said)) return kind
  return mainTopics.has(topic) ? trade : `${kind}: ${trade}`
}

function toName(tokens: readonly Token[], text: string): string | undefined {
  const words = tokens.filter(({ kind }) => kind !== 'sign')
  const isName = words.length > 0 && words.length <= limits.words
  const isOfPeople = isAt(words, 0, sets('askers'), sets('served'))
  if (!isName || isOfPeople || saysOnly(words, sets('generic'), sets('lead'))) return undefined
  return capital(textOf(tokens, text))
}
