import type { DraftRequest } from '../../ai-provider.ts'
import { sentencesOf } from '../../language/sentences.ts'
import { isAt, phraseAt, tokensOf, type Token } from '../text.ts'
import { everyLanguage } from '../words.ts'
import { type Offer, offerIn, piecesByPrice } from './offers.ts'
import { isKnown, readList, type RequestedField } from './read-list.ts'
import {
  capital,
  kinds,
  readSets,
  saysFact,
  spacedArabic,
  templateOf,
  textOf,
  topicsIn,
} from './tables.ts'

const cueSets = readSets('cues')

/** A number with a point behind it ends a sentence, unless it is a German day. */
const sentenceEnd =
  /(?<=[.!?؟।…])(?<!(?:^|[\s(])(?:dr|mr|mrs|ms|prof|sr|sra|st|no|nr|rs|tel|ca|approx|z\.b|etc)\.)(?<!\d\.(?=\s(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)))\s+|\n+/iu

/** Longer texts are not read to their end; what is behind is a fact. */
const limits = { sentences: 60, letters: 1000, fields: 40, offers: 20 }

/** What an owner wants of a job: its topic, what it asks for, and what else is said of it. */
export type OwnerRequest = ReturnType<typeof readRequest>

/** Reads what the owner wrote; of instructions that are there, not what the product put in. */
export function readRequest({ prompt, answers, current }: DraftRequest) {
  const lines = sentencesOf(current?.instructions ?? '')
  const ours = lines.map((line) => templateOf(line.trim())?.name ?? '')
  const own = lines.filter((_, at) => ours[at] === '' || ours[at] === 'ask')
  const text = [...new Set([prompt, answers.purpose, own.join('')])].join('\n')
  const read = readText(text)
  return { ...read, topic: topicOf(text, read, ours) }
}

/** Sentence by sentence: orders and the first words say what the job is, the rest are facts. */
function readText(text: string) {
  const requested: RequestedField[] = []
  const [about, facts, context]: [string[], string[], string[]] = [[], [], []]
  const offers: Offer[] = []
  const addFact = (tokens: readonly Token[], from: string) => {
    const offer = offerIn(tokens, from)
    if (offer !== undefined) offers.push(offer)
    const said = capital(textOf(tokens, from))
    if (said !== '') facts.push(offer ? `${capital(offer.label)}: ${offer.price}` : said)
  }
  const sentences = text.split(sentenceEnd).filter((one) => /[\p{L}\p{N}]/u.test(one))
  for (const [at, whole] of sentences.entries()) {
    const sentence = spacedArabic(whole.trim())
    const isRead = at < limits.sentences && whole.length <= limits.letters
    const tokens = isRead ? tokensOf(sentence) : []
    const asked = listsIn(requested.length < limits.fields ? tokens : [], sentence)
    if (asked.fields.length > 0) {
      requested.push(...asked.fields)
      for (const rest of asked.rest) addFact(rest, sentence)
      const others = asked.others.map((one) => textOf(one, sentence)).filter(Boolean)
      context.push(...others)
      if (at === 0 && others.length > 0) about.push(whole)
      else facts.push(...others.filter(saysFact).map(capital))
      continue
    }
    context.push(whole)
    const start = phraseAt(tokens, 0, everyLanguage.filler)?.to ?? 0
    // “Never treat children” is a rule, “take bookings” says what the job is.
    const isOrder = isAt(tokens, start, cueSets('strong'), cueSets('weak')) && isOfTopic(whole)
    const pieces = piecesByPrice(tokens)
    const priced = pieces.filter((piece) => offerIn(piece, sentence) !== undefined)
    const first = offerIn(priced[0] ?? [], sentence)
    const head = tokens.filter(({ end }) => end <= (first?.start ?? 0))
    const isColon = at === 0 && head.at(-1)?.word === ':'
    if (first !== undefined && (isOrder || isColon || (first.isCut && priced.length > 1))) {
      if (isOrder || at === 0) about.push(textOf(head, sentence))
      for (const piece of pieces.slice(pieces.indexOf(priced[0] ?? []))) addFact(piece, sentence)
      continue
    }
    offers.push(...priced.flatMap((piece) => offerIn(piece, sentence) ?? []))
    const isFact = saysFact(whole)
    if (at === 0 ? isOrder || !isFact : isOrder && !isFact) about.push(whole)
    else facts.push(whole)
  }
  const names = [...new Set(offers.map(({ label }) => label))]
  const isMenu = names.length > limits.offers
  return { requested, about, facts, context: context.join('\n'), offers: isMenu ? [] : names }
}

const isOfTopic = (text: string) => topicsIn(text).some(({ count }) => count > 0)

interface Cue {
  from: number
  to: number
  /** Whatever stands behind it is a list of what to ask for. */
  isStrong: boolean
  /** Hindi and German say last that something is asked for. */
  isFinal: boolean
  isColon: boolean
}

function cuesIn(tokens: readonly Token[]): Cue[] {
  const cues: Cue[] = []
  for (let at = 0; at < tokens.length;) {
    const cue = cueAt(tokens, at)
    // `What they want` is a field, though `want` is a cue.
    const known = phraseAt(tokens, at, kinds)?.to ?? at + 1
    const isCue = cue !== undefined && cue.to >= known
    if (isCue) cues.push(cue)
    at = isCue ? cue.to : known
  }
  return cues
}

function cueAt(tokens: readonly Token[], at: number): Cue | undefined {
  const [token, next] = [tokens[at], tokens[at + 1]]
  const isDash = /^[-–—]$/.test(token?.word ?? '') && token?.isGlued === false
  if ((token?.word === ':' || isDash) && next?.isGlued !== true)
    return { from: at, to: at + 1, isStrong: false, isFinal: false, isColon: true }
  const [telling, strong, weak, final] = ['telling', 'strong', 'weak', 'final'].map(
    (name) => phraseAt(tokens, at, cueSets(name))?.to,
  )
  const isAsked = at > 0 && isAt(tokens, at - 1, cueSets('askers'))
  if (telling === undefined && isAsked) return undefined
  const last = final && (phraseAt(tokens, final, cueSets('auxiliary'))?.to ?? final)
  const behind = last === undefined ? undefined : tokens[last]
  const isEnd = behind === undefined || (behind.kind === 'sign' && !/[(:–—-]/.test(behind.word))
  const isFinal = last !== undefined && (isEnd || isAt(tokens, last, cueSets('and')))
  const to = isFinal ? last : (telling ?? strong ?? weak)
  // “Necesito que tome pedidos” is no list.
  if (to === undefined || tokens[to]?.raw === 'que') return undefined
  return { from: at, to, isStrong: (telling ?? strong) !== undefined, isFinal, isColon: false }
}

/** The lists of a sentence: behind “ask for” and the like, behind a colon, before “पूछो”. */
function listsIn(tokens: readonly Token[], text: string) {
  const fields: RequestedField[] = []
  const rest: Token[][] = []
  const others: Token[][] = []
  const cues = cuesIn(tokens)
  const partAt = (index: number) => tokens.slice(cues[index - 1]?.to ?? 0, cues[index]?.from)
  let isIntroduced = false
  for (let index = 0; index <= cues.length; index += 1) {
    const [opened, closed] = [cues[index - 1], cues[index]]
    const part = partAt(index)
    const list = readList(part, text)
    const isTask = (one?: RequestedField) =>
      one !== undefined && !isKnown(one) && isOfTopic(one.label)
    const isBare = opened === undefined && closed?.isFinal !== true
    const known = list.fields.filter(isBare ? ({ isPlain }) => isPlain : isKnown).length
    const isAsked = isIntroduced || (opened?.isStrong === true && !opened.isFinal)
    const least = isBare ? 1 : isAsked ? 0 : 0.5
    const all = list.fields.length + (isAsked ? 0 : list.rest.length)
    // “Take bookings for my salon, Hindi or English” names no field.
    const isOther = opened !== undefined && !isAsked && isTask(list.fields[0])
    const isList = !isOther && known >= all * least && list.fields.length > (isBare ? 1 : 0)
    isIntroduced = false
    if (!isList) {
      others.push(part)
      continue
    }
    const last = list.fields.at(-1)
    if (closed?.isColon === true && last !== undefined) {
      const behind = readList(partAt(index + 1), text).fields
      // “Payment: cash or card” is one field; “ask for this: name, phone” begins a list.
      if (
        (behind.at(-1)?.options.length ?? 0) > 1 &&
        behind.every((one) => one.kind === undefined)
      ) {
        last.options = behind.flatMap((one) => (one.options.length > 0 ? one.options : one.label))
        index += 1
      } else if (isAsked && list.fields.length === 1) {
        isIntroduced = true
        others.push(part)
        continue
      }
    }
    if (opened === undefined && isTask(list.fields[0])) others.push(part)
    fields.push(...list.fields.filter((one, at) => at > 0 || isAsked || !isTask(one)))
    rest.push(...list.rest)
  }
  return { fields, rest, others }
}

/** The kind of job: as our own sentences name it, or by the words of the owner and the fields. */
function topicOf(
  text: string,
  { requested, context }: ReturnType<typeof readText>,
  ours: readonly string[],
) {
  const all = topicsIn('')
  const named = (name: string | undefined) => all.find((topic) => topic.name === name)
  const likeliest = (of: string) => {
    const counted = topicsIn(of)
    const most = Math.max(...counted.map(({ count }) => count))
    return most === 0 ? undefined : counted.find(({ count }) => count === most)
  }
  const isOrder = requested.some(({ kind, isPlain }) => kind === 'items' && isPlain)
  const isTimed = requested.some(({ kind = '' }) => ['when', 'date', 'time'].includes(kind))
  return (
    named(ours.find((name) => named(name) !== undefined)) ??
    likeliest(context) ??
    (isOrder ? named('orders') : isTimed ? named('bookings') : likeliest(text)) ??
    all.at(-1)
  )
}
