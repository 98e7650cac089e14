import { isAt, phraseAt, phrasesIn, says, saysOnly, type Token, tokensOf } from '../text.ts'
import { anyOf, exactKinds, kindList, kinds, letter, readSets, rows, topicsIn } from './tables.ts'

/** Something that the owner wants to be asked for, in the owner's words. */
export interface RequestedField {
  label: string
  /** Its row in `kinds.json`, if one is known. */
  kind: string | undefined
  /** The label says nothing but its kind. */
  isPlain: boolean
  isQuestion: boolean
  /** The answer is yes or no. */
  isFlag: boolean
  options: string[]
}

const sets = readSets('cues')
const any = (name: string): string => anyOf('cues', name)
const sign = '[^\\p{L}\\p{M}\\s]'
const colon = '(?: ?:| [-–—])(?= |$)'
/** Where a list begins or, as in Hindi, ends: “ask for”, “take”, or a colon. */
const cuePattern = new RegExp(
  `((?<!${any('askers')} )${any('strong')}|(?<=(?:^|${sign}) ?|${any('subjects')} )${any('weak')}(?! qu[e'])|(?<!${any('askers')} )${any('weak')}(?= ?(?:${sign}|$)))(${colon})?|${colon}`,
  'giu',
)
const strong = new RegExp(`^${any('strong')}`, 'iu')
const verbEnd = new RegExp(`^ ?(?:${sign}|$)`, 'u')
const stop = new RegExp(`^ ?${any('stop')}(?!\\.)`, 'iu')
const joiner = new RegExp(
  `(?<comma>[()[\\],;،؛•·])|(?<or> ${any('or')} | ?/ ?)| ${any('and')} | ?[&+] ?|(?<= |^)(?!${any('natives')})و(?=\\p{L}{2})`,
  'giu',
)
/** A number with a point behind it ends a sentence, unless it is a German day. */
const clauseEnd =
  /(?<=[.!?؟।…])(?<!(?:^|[\s(])(?:dr|mr|mrs|ms|prof|sr|sra|st|no|nr|rs|tel|ca|approx|z\.b|etc)\.)(?<!\d\.(?=\s(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)))\s+|\n+/iu

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
const tail = new RegExp(`(?: ${any('tail')})?[.!?؟।…]*$`, 'iu')
const withoutEnd = (text: string): string => text.trim().replace(tail, '')
const loose = (text: string): string => text.replaceAll('\u00A0', ' ').replaceAll('\u2215', '/')

/** No more of a text is read; what is behind is a fact. */
const most = { clauses: 60, letters: 1000, fields: 40 }
interface Found {
  requested: RequestedField[]
  /** What the owner says besides, word for word. */
  rest: string[]
  /** The same without what is asked for: what the job is about. */
  context: string
}

export function findRequested(text: string): Found {
  let count = 0
  const read = text.split(clauseEnd).map((clause, at) => {
    const isRead = at < most.clauses && clause.length <= most.letters && count < most.fields
    if (!isRead) return { requested: [], rest: clause, context: clause }
    const found = readClause(clause.trim())
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
  `(?<=(?<!${letter})(?:${kindList('choice')})) ?: ?([^:;()]+?${any('or')}[^,:;()]+?)(?=[,;.]|$)`,
  'giu',
)
const these = new RegExp(`(?: ?[-–—,:])? ${any('these')}(?= ${any('strong')})`, 'giu')

/** With phrases such as “date and time” as if they were one word. */
function bound(text: string): string {
  const tokens = tokensOf(text)
  return phrasesIn(tokens, kinds).reduceRight((rest, { from, to }) => {
    const [start, end] = [tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0]
    const phrase = text.slice(start, end).replaceAll(' ', '\u00A0').replaceAll('/', '\u2215')
    return rest.slice(0, start) + phrase + rest.slice(end)
  }, text)
}

function readClause(whole: string) {
  // “Payment: cash or card” is one thing to ask for, “all of this” none.
  const eased = whole.replace(optionList, ' ($1)').replace(these, '')
  const clause = bound(eased)
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
  const found = [...clause.matchAll(cuePattern)]
  for (const [index, { 0: cue, 1: verb, 2: mark, index: start }] of found.entries()) {
    const before = clause.slice(end, start)
    end = start + cue.length
    const next = found[index + 1]
    const behind = clause.slice(end, next?.index)
    const isStrong: boolean = isIntroduced || strong.test(cue)
    // “Ask customers for this: …”
    const isOne = next !== undefined && next[1] === undefined && partsOf(behind).length === 1
    isIntroduced = isStrong && isOne
    if (isIntroduced) continue
    const isVerbEnd = verb !== undefined && mark === undefined && verbEnd.test(clause.slice(end))
    if (isVerbEnd && rest.includes(before) && take(before, 0.5, cue)) continue
    if (isVerbEnd && !rest.includes(before) && !hasWords(behind)) rest = rest.replace(cue, '\n')
    // Behind “take” stands what is taken: “take bookings, Hindi or English”.
    const isTaken = behind.trim().startsWith(readList(behind)[0]?.raw.trim() ?? '')
    if (isTaken || isStrong || mark === cue) take(behind, isStrong ? 0 : 0.5, cue)
  }
  const isBareList = readList(clause).filter(({ kind }) => kind !== undefined).length > 1
  if (requested.length === 0 && (isBareList || eased !== whole)) take(clause, 0.6)
  if (rest === clause) return { requested, rest: whole, context: whole }
  const pieces = rest.split('\n')
  const kept = pieces.map(withoutJoiners).filter(hasWords)
  const context = loose(kept.join(', '))
  const isSentence = kept.length < 2 && !kept.some(isStump) && !pieces.slice(0, -1).some(isOpen)
  return { requested, rest: isSentence ? context : whole, context }
}

/** Too few words for a sentence, or the first half of one: “when somebody writes”. */
function isStump(text: string): boolean {
  const words = tokensOf(loose(text)).filter(({ kind }) => kind !== 'sign')
  const ends = [sets('and'), sets('or'), sets('of'), sets('lead'), sets('until'), sets('subjects')]
  const isOpenEnd = ends.some((set) => phrasesIn(words, set).at(-1)?.to === words.length)
  return words.length < 3 || isAt(words, 0, sets('conditions')) || isOpenEnd
}

/** No sign stands before what was taken out of the sentence. */
const isOpen = (text: string): boolean =>
  hasWords(withoutJoiners(text)) && /[\p{L}\p{M}\p{N}]\s*$/u.test(text)

const isKnown = ({ kind, options, isQuestion, isFlag }: RequestedField): boolean =>
  kind !== undefined || options.length > 0 || isQuestion || isFlag

function withoutJoiners(text: string): string {
  const line = text.replaceAll(/^[\s,;:،.&–-]+|[\s,;:،&–-]+$/g, '')
  return saysOnly(tokensOf(line), sets('and'), sets('or'), sets('subjects')) ? '' : line
}

interface Part {
  start: number
  end: number
  joiner: 'or' | 'and' | 'comma' | 'bracket'
}

/** What stands between commas, and, or, until something else than a list is said. */
function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let open: Omit<Part, 'end'> = { start: 0, joiner: 'comma' }
  for (const { 0: by, index, groups } of `${text},`.matchAll(joiner)) {
    const part = text.slice(open.start, index)
    if (open.joiner !== 'or' && stop.test(part)) return parts
    if (hasWords(part)) parts.push({ ...open, end: index })
    const isInner = /[([]/.test(by) || (open.joiner === 'bracket' && !/[)\]]/.test(by))
    const isOr = groups?.['or'] !== undefined && hasWords(part)
    const named = isOr ? 'or' : groups?.['comma'] === undefined ? 'and' : 'comma'
    open = { start: index + by.length, joiner: isInner ? 'bracket' : named }
  }
  return parts
}

interface Read extends Part, RequestedField {
  raw: string
  /** `size` of `size small`, and what is behind it. */
  head: string
  tail: string
  isAny: boolean
}

/** What a list asks for, with the words that each takes up. */
function readList(text: string): Read[] {
  const groups: Read[][] = []
  for (const part of partsOf(text)) {
    const one = readPart(text, part)
    const group = groups.at(-1)
    const first = group?.[0]
    const isOther = one?.kind !== undefined && one.kind !== first?.kind && first?.tail === ''
    const isJoined = part.joiner === 'bracket' || (part.joiner === 'or' && !isOther)
    if (one === undefined || (part.joiner === 'or' && group !== undefined && !first))
      groups.push([])
    else if (first === undefined || !isJoined) groups.push([one])
    else {
      // “Small, medium or large”: what stands before the commas is chosen from as well.
      while (part.joiner === 'or' && groups.length > 1 && isChoice(groups.at(-2), groups.at(-1))) {
        const last = groups.pop() ?? []
        groups.at(-1)?.push(...last)
      }
      groups.at(-1)?.push(one)
    }
  }
  return groups.flatMap((group) => ofGroup(text, group))
}

const isWord = (text: string): boolean => /^\S+$/.test(text.trim())

/** “small, medium” and “size small, medium”, but not “name, size”. */
function isChoice([one, more]: Read[] = [], [next]: Read[] = []): boolean {
  if (one === undefined || more !== undefined || next?.joiner !== 'comma') return false
  return isWord(next.raw) && (one.kind === undefined ? isWord(one.raw) : isWord(one.tail))
}

/** An amount is something to say, and nothing to ask for. */
const amount = /\p{Sc}|\d{3,}|\d\s?(?:rs|inr|aed|usd|eur|euros?|%)/iu
const mostWords = 8
/** What may be asked for with digits: from 1 to 5, above 5000, 2 or 3. */
const counted = new Set(['rating', 'budget', 'choice', undefined])

function readPart(text: string, part: Part): Read | undefined {
  const whole = tokensOf(text.slice(part.start, part.end))
  const until = phrasesIn(whole, sets('until')).at(-1)?.to ?? 0
  const start = part.start + (until > 0 ? (whole[until]?.start ?? 0) : 0)
  const raw = text.slice(start, part.end)
  const said = loose(raw)
  const all = tokensOf(said)
  let from = 0
  while (!isAt(all, from, kinds, sets('asks'))) {
    const lead = phraseAt(all, from, sets('lead'))?.to ?? all.length
    if (lead >= all.length) break
    from = lead
  }
  const label = withoutEnd(said.slice(all[from]?.start)).replace(/^[ld]['’]/i, '')
  const tokens = tokensOf(label)
  const isQuestion = isAt(tokens, 0, sets('asks'))
  const found = kindOf(tokens)
  // “What phone they have” asks for no number.
  const kind = found === 'phone' && isQuestion && !says(tokens, exactKinds) ? 'choice' : found
  const isAmount = part.joiner !== 'or' && amount.test(raw)
  const isFact = kind !== 'budget' && (isAmount || (/\d/.test(raw) && !counted.has(kind)))
  if (isFact || tokens.filter((token) => token.kind === 'word').length > mostWords) return undefined
  const first = phraseAt(tokens, 0, kinds)?.to ?? tokens.length
  const isWhole = isQuestion || isAt(tokens, first, sets('of'))
  const headEnd = isWhole ? label.length : (tokens[first - 1]?.end ?? label.length)
  return {
    ...part,
    start,
    raw,
    label,
    kind,
    isQuestion,
    options: [],
    isPlain: kind !== undefined && saysOnly(tokens, kinds, exactKinds, sets('lead')),
    isFlag: isAt(all, 0, sets('flags')) && !isQuestion,
    isAny: isAt(all, 0, sets('any')),
    head: label.slice(0, headEnd),
    tail: label.slice(headEnd).trim(),
  }
}

/** What a part asks for: `patient name` a name, `name of the pet` too. */
function kindOf(tokens: readonly Token[]): string | undefined {
  const exact = phraseAt(tokens, 0, exactKinds)
  if (exact?.to === tokens.length) return exact.values[0]
  const found = phrasesIn(tokens, kinds)
  const isInside = (at: number) => found.some(({ from, to }) => from <= at && at < to)
  const of = tokens.findIndex((_, at) => isAt(tokens, at, sets('of')) && !isInside(at))
  const isHeadFirst =
    found.some(({ from }) => from < of) || /\p{sc=Arab}/u.test(tokens[0]?.raw ?? '')
  const last = tokens.at(-1)?.word ?? ''
  // `Lieferadresse`, but not `terraza`.
  const isEnd = (one: string) =>
    one.length > 3 && last.length > one.length + 3 && last.endsWith(one)
  const compound = rows.find(([, { words = [] }]) => words.some(isEnd))?.[0]
  return (isHeadFirst ? found[0] : found.at(-1))?.values[0] ?? compound
}

function ofGroup(text: string, [first, ...others]: readonly Read[]): Read[] {
  if (first === undefined) return []
  const isFirst = !hasWords(text.slice(0, first.start))
  const isTopic = isFirst && !isKnown(first) && topicsIn(first.label).some(({ count }) => count > 0)
  const last = others.at(-1)
  if (last === undefined) return isTopic ? [] : [first]
  // `Any injuries or illnesses` is answered in a few words.
  if (first.isAny) {
    const said = text.slice(first.start, last.end)
    return [{ ...first, raw: said, label: withoutEnd(loose(said)), kind: 'details' }]
  }
  const raw = text.slice(first.start, last.end)
  const isInner = last.joiner === 'bracket'
  const isHead = isInner || first.tail !== ''
  // “Phone or WhatsApp” is one thing to ask for, “weight loss or muscle gain” is a choice.
  const isOne = first.isPlain || (first.kind !== undefined && others.some(({ kind }) => kind))
  const labels = isHead || !isOne ? others.map((other) => withoutEnd(loose(other.raw))) : []
  const isFlag = saysOnly(tokensOf(labels.at(-1) ?? ''), sets('negations'))
  // `Size small medium or large`
  const tails = labels.every(isWord) ? first.tail.split(' ') : [first.tail]
  const options = isInner ? labels : [...(first.tail === '' ? [first.label] : tails), ...labels]
  const label = isHead ? first.head : withoutEnd(loose(raw).slice(loose(raw).indexOf(first.label)))
  return [{ ...first, raw, label, isFlag, options: isFlag || options.length < 2 ? [] : options }]
}
