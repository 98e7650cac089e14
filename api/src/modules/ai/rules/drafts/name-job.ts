import { isAt, saysOnly, tokensOf } from '../text.ts'
import { anyOf, readSets } from './tables.ts'

const sets = readSets('cues')
const owning = new RegExp(`${anyOf('cues', 'owning')} `, 'iu')
const tradeEnd = new RegExp(` ${anyOf('cues', 'tradeEnds')}(?: |$)`, 'iu')
const verbs = ['strong', 'weak', 'final'].map((name) => anyOf('cues', name))
const verb = new RegExp(verbs.join('|'), 'iu')
const clauseEnd = /[:;.,!?()\n؟،।–—]| - /u
const limits = { letters: 120, words: 4 }

/** The kinds of job that go by the trade alone; complaints or feedback of it are other jobs. */
const mainTopics = new Set(['bookings', 'enquiries', ''])

/**
 * What the owner will call the job: the trade, as “Bicycle repair shop” of “Take bookings for my
 * bicycle repair shop: …”; or the headline that the text begins with; else the kind of job.
 */
export function nameJob(prompt: string, { kind, topic }: { kind: string; topic: string }): string {
  const [clause = ''] = prompt.trim().slice(0, limits.letters).split(clauseEnd)
  const own = owning.exec(clause)
  if (own !== null) {
    const trade = toName(clause.slice(own.index + own[0].length).split(tradeEnd)[0] ?? '')
    if (trade === undefined) return kind
    return mainTopics.has(topic) ? trade : `${kind}: ${trade}`
  }
  // What tells what to do, or when, is no headline.
  const isHeadline = !verb.test(clause) && !isAt(tokensOf(clause), 0, sets('conditions'))
  return (isHeadline ? toName(clause) : undefined) ?? kind
}

function toName(text: string): string | undefined {
  const words = tokensOf(text).filter(({ kind }) => kind !== 'sign')
  const isName = words.length > 0 && words.length <= limits.words
  if (!isName || saysOnly(words, sets('generic'), sets('lead'))) return undefined
  const name = text.trim()
  return name.charAt(0).toLocaleUpperCase() + name.slice(1)
}
