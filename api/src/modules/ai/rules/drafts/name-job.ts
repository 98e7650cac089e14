import { builtInLanguages } from '@errand/contract/language'

import type { BuiltInLanguage } from '../../../phrases/texts.ts'
import { isAt, saysOnly, tokensOf } from '../text.ts'
import { anyOf, readSets } from './tables.ts'

const sets = readSets('cues')
const owningIn = new Map(
  builtInLanguages.map((language) => [
    language,
    new RegExp(`${anyOf('cues', `owning.${language}`)} `, 'iu'),
  ]),
)
const tradeEnd = new RegExp(` ${anyOf('cues', 'tradeEnds')}(?: |$)`, 'iu')
const verbs = ['strong', 'weak', 'final'].map((name) => anyOf('cues', name))
const verb = new RegExp(verbs.join('|'), 'iu')
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
  { kind, topic, language }: { kind: string; topic: string; language: BuiltInLanguage },
): string {
  const [clause = ''] = prompt.trim().slice(0, limits.letters).split(clauseEnd)
  const own = owningIn.get(language)?.exec(clause)
  if (own != null) {
    const trade = toName(clause.slice(own.index + own[0].length).split(tradeEnd)[0] ?? '')
    // “My guests for their name” is no trade.
    if (trade === undefined || verb.test(trade)) return kind
    return mainTopics.has(topic) ? trade : `${kind}: ${trade}`
  }
  // What tells what to do, or when, is no headline.
  const isHeadline = !verb.test(clause) && !isAt(tokensOf(clause), 0, sets('conditions'))
  return (isHeadline ? toName(clause) : undefined) ?? kind
}

function toName(text: string): string | undefined {
  const words = tokensOf(text).filter(({ kind }) => kind !== 'sign')
  const isName = words.length > 0 && words.length <= limits.words
  const isOfPeople = isAt(words, 0, sets('askers')) || isAt(words, 0, sets('served'))
  if (!isName || isOfPeople || saysOnly(words, sets('generic'), sets('lead'))) return undefined
  const name = text.trim()
  return name.charAt(0).toLocaleUpperCase() + name.slice(1)
}
