import { isAt, phrasesIn, saysOnly, tokensOf } from '../text.ts'
import {
  hasWords,
  isKnown,
  withoutConnectives,
  partsOf,
  readList,
  type RequestedField,
} from './read-list.ts'
import { anyOf, kindList, kinds, letter, readSets } from './tables.ts'

const sets = readSets('cues')
const any = (name: string): string => anyOf('cues', name)
const sign = '[^\\p{L}\\p{M}\\s]'
const colon = '(?: ?:| [-–—])(?= |$)'
/** Where a list begins or, as in Hindi, ends: “ask for”, “take”, or a colon. */
const cuePattern = new RegExp(
  `((?<!${any('askers')} )${any('strong')}|(?<=(?:^|${sign}) ?|${any('subjects')} )${any('weak')}(?! qu[e'])|(?<!${any('askers')} )${any('weak')}(?= ?(?:${sign}|$)))(${colon})?|${colon}`,
  'giu',
)
const strongCue = new RegExp(`^${any('strong')}`, 'iu')
/** Hindi and German say last that something is asked for. */
const finalCue = new RegExp(`^${any('final')}$`, 'iu')
const verbEnd = new RegExp(`^(?: ${any('auxiliary')})? ?(?:(?!\\()${sign}|$|${any('and')} )`, 'iu')
/** A number with a point behind it ends a sentence, unless it is a German day. */
const clauseEnd =
  /(?<=[.!?؟।…])(?<!(?:^|[\s(])(?:dr|mr|mrs|ms|prof|sr|sra|st|no|nr|rs|tel|ca|approx|z\.b|etc)\.)(?<!\d\.(?=\s(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)))\s+|\n+/iu

/** No more of a text is read; what is behind is a fact. */
const maxRead = { clauses: 60, letters: 1000, fields: 40 }
interface RequestedThings {
  requested: RequestedField[]
  /** What the owner says besides, word for word. */
  rest: string[]
  /** The same without what is asked for: what the job is about. */
  context: string
}

export function findRequested(text: string): RequestedThings {
  const found = readClauses(text, false)
  // A mere list is one of what to ask for where nothing else says so.
  return found.requested.length > 0 ? found : readClauses(text, true)
}

function readClauses(text: string, isBareRead: boolean): RequestedThings {
  let count = 0
  const read = text.split(clauseEnd).map((clause, at) => {
    const isRead =
      at < maxRead.clauses && clause.length <= maxRead.letters && count < maxRead.fields
    if (!isRead) return { requested: [], rest: clause, context: clause }
    const found = readClause(clause.trim(), isBareRead)
    count += found.requested.length
    return found
  })
  return {
    requested: read.flatMap(({ requested }) => requested),
    rest: read.map(({ rest }) => rest).filter(hasWords),
    context: read.map(({ context }) => context).join('\n'),
  }
}

const optionList = new RegExp(
  `(?<=(?<!${letter})(?:${kindList('choice')}|${kindList('flavour')}|${any('which')} [\\p{L}\\p{M}]+)) ?: ?([^:;()]+?${any('or')}[^,:;()]+?)(?=[,;.]|$)`,
  'giu',
)
const these = new RegExp(`(?: ?[-–—,:])? ${any('these')}(?= ${any('strong')})`, 'giu')

/** With phrases such as “date and time” as if they were one word. */
function joinFixedPhrases(text: string): string {
  const tokens = tokensOf(text)
  return phrasesIn(tokens, kinds).reduceRight((rest, { from, to }) => {
    const [start, end] = [tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0]
    const phrase = text.slice(start, end).replaceAll(' ', '\u00A0').replaceAll('/', '\u2215')
    return rest.slice(0, start) + phrase + rest.slice(end)
  }, text)
}

function readClause(whole: string, isBareRead: boolean) {
  // “Payment: cash or card” is one thing to ask for, “all of this” none.
  const eased = whole.replace(optionList, ' ($1)').replace(these, '')
  const clause = joinFixedPhrases(eased)
  const requested: RequestedField[] = []
  let rest = clause
  const take = (text: string, least: number, cue = ''): boolean => {
    const list = readList(text)
    if (list.length === 0 || list.filter(isKnown).length < list.length * least) return false
    requested.push(...list)
    for (const { raw } of [...list, { raw: cue }]) rest = rest.replace(raw, '\n')
    return true
  }
  let end = 0
  let isIntroduced = false
  // `Kaunsa plan chahiye (monthly, yearly)` is still said of the plan.
  const isInside = ({ 0: cue, 1: verb = '', index }: RegExpExecArray) =>
    /^ ?\(/.test(clause.slice(index + cue.length)) && finalCue.test(verb)
  const found = [...clause.matchAll(cuePattern)].filter((match) => !isInside(match))
  for (const [index, { 0: cue, 1: verb, 2: mark, index: start }] of found.entries()) {
    const before = clause.slice(end, start)
    end = start + cue.length
    const next = found[index + 1]
    const behind = clause.slice(end, next?.index)
    const isStrong: boolean = isIntroduced || strongCue.test(cue)
    // “Ask customers for this: …”
    const isOne = next !== undefined && next[1] === undefined && partsOf(behind).length === 1
    isIntroduced = isStrong && isOne
    if (isIntroduced) continue
    const isLast = mark === undefined && verbEnd.test(clause.slice(end))
    const isVerbEnd = isLast && verb !== undefined && finalCue.test(verb)
    // What stands before it may be taken already: `ask the name, which plan they want, from when`.
    const isRead = !rest.includes(before)
    if (isVerbEnd && (isRead || take(before, 0.5, cue))) {
      if (hasWords(behind)) take(behind, 0.5)
      else if (isRead) rest = rest.replace(cue, '\n')
      continue
    }
    // Behind “take” stands what is taken: “take bookings, Hindi or English”.
    const isTaken = behind.trim().startsWith(readList(behind)[0]?.raw.trim() ?? '')
    if (isTaken || isStrong || mark === cue) take(behind, isStrong ? 0 : 0.5, cue)
  }
  const isBareList = () => readList(clause).filter(({ kind }) => kind !== undefined).length > 1
  if (isBareRead && requested.length === 0 && (eased !== whole || isBareList())) take(clause, 0.6)
  if (rest === clause) return { requested, rest: whole, context: whole }
  const pieces = rest.split('\n')
  const kept = pieces.map(withoutJoiners).filter(hasWords)
  const context = withoutConnectives(kept.join(', '))
  const isSentence = kept.length < 2 && !kept.some(isFragment) && !pieces.slice(0, -1).some(isOpen)
  return { requested, rest: isSentence ? context : whole, context }
}

/** Too few words for a sentence, or the first half of one: “when somebody writes”. */
function isFragment(text: string): boolean {
  const words = tokensOf(withoutConnectives(text)).filter(({ kind }) => kind !== 'sign')
  const ends = [sets('and'), sets('or'), sets('of'), sets('lead'), sets('until'), sets('subjects')]
  const isOpenEnd = ends.some((set) => phrasesIn(words, set).at(-1)?.to === words.length)
  return words.length < 3 || isAt(words, 0, sets('conditions')) || isOpenEnd
}

/** No sign stands before what was taken out of the sentence. */
const isOpen = (text: string): boolean =>
  hasWords(withoutJoiners(text)) && /[\p{L}\p{M}\p{N}]\s*$/u.test(text)

function withoutJoiners(text: string): string {
  const line = text.replaceAll(/^[\s,;:،.&–-]+|[\s,;:،&–-]+$/g, '')
  return saysOnly(tokensOf(line), sets('and'), sets('or'), sets('subjects')) ? '' : line
}
