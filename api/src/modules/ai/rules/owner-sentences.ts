import { isAnd } from '../../answers/numbers/quantity-words.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { sentencesOf } from '../language/sentences.ts'
import type { TurnRequest } from '../turn.ts'
import { conceptsOf } from './concepts.ts'
import { templateOf } from './drafts/tables.ts'
import { isAt, isStopword, phraseAt, phrasesIn, says, skip, tokensOf, type Token } from './text.ts'
import { everyLanguage, wordsOf } from './words.ts'

/** A sentence that the owner wrote for contacts, with what it is about. */
export interface OwnerSentence {
  /** As it is said to a contact. */
  text: string
  /** As it stands in the owner's text. */
  source: string
  tokens: readonly Token[]
  concepts: ReadonlySet<string>
  /** Its words with content. */
  words: readonly string[]
  /** It says no to something. */
  isDenial: boolean
}

const known = new WeakMap<TurnRequest, OwnerSentence[]>()

/** What the business says to contacts; of what it orders the assistant only the priced items are left. */
export function ownerSentences(request: TurnRequest): OwnerSentence[] {
  const ready = known.get(request) ?? readSentences(request)
  known.set(request, ready)
  return ready
}

/** All sentences of the instructions and the description, also those that are no word for contacts. */
export const allSentences = ({ job, business }: Pick<TurnRequest, 'job' | 'business'>): string[] =>
  [job.instructions, business.description].flatMap(sentencesIn)

const sentencesIn = (text: string): string[] =>
  sentencesOf(text)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

function readSentences({ job, business }: TurnRequest): OwnerSentence[] {
  const [home = 'en'] = business.locale.split('-')
  const instructions = sentencesIn(job.instructions).flatMap((text) =>
    isOrder(text, home) ? pricedItems(text) : [toSentence(text)],
  )
  // `Bicycle repair shop` says who they are, and answers nothing.
  const description = sentencesIn(business.description).flatMap((text) => {
    const sentence = toSentence(text)
    const { stated } = wordsOf([detectLanguage(text, [], home) ?? home])
    const isFact = says(sentence.tokens, stated) || amounts.test(text)
    return isFact && !isOrder(text, home) ? [sentence] : []
  })
  // An answer that the owner gave is about what was asked, too.
  const answers = job.answers.map(({ question, answer }) =>
    toSentence(answer, answer, `${question}\n${answer}`),
  )
  return [...instructions, ...description, ...answers]
}

function toSentence(text: string, source = text, about = text): OwnerSentence {
  const tokens = tokensOf(about)
  const concepts = conceptsOf(tokens)
  if (amounts.test(text)) concepts.add('price')
  const isDenial = says(tokens, everyLanguage.not)
  return { text, source, tokens, concepts, words: contentOf(tokens), isDenial }
}

/** Whether a sentence tells the assistant what to do; `never treat children` tells contacts something, too. */
function isOrder(text: string, home: string): boolean {
  if (templateOf(text) !== undefined) return true
  const tokens = tokensOf(text)
  const { forbid, stated, accept, not, reason } = everyLanguage
  const language = detectLanguage(text, [], home)
  const { order, orderWithin, filler } =
    language === undefined ? everyLanguage : wordsOf([language])
  const first = skip(tokens, 0, [filler], ({ kind }) => kind === 'sign')
  // `No` says what there is not, but in Spanish what is not to be done.
  const isNo = tokens[first]?.word === 'no'
  const forbidden = phraseAt(tokens, first, isNo ? wordsOf([language ?? home]).forbid : forbid)
  // `Do not offer` is an order, `no ofrecemos` is what the business states.
  const canState = isNo || (language ?? home) !== 'en'
  const isStated = canState && forbidden !== undefined && isAt(tokens, forbidden.to, stated)
  const orders = [
    ...[isStated ? [] : (forbidden ?? [])].flat(),
    // A polite word may be an order, too: `note`.
    ...[0, first].flatMap((at) => phraseAt(tokens, at, order) ?? []),
    ...phrasesIn(tokens, orderWithin),
  ]
  // What stands behind `because` is for the assistant.
  const isWhole = !says(tokens, reason) && !tokens.some(({ word }) => /^[,;،]$/.test(word))
  return orders.some(({ from, to }) => {
    const isDenied = [first, from, to].some((at) => isAt(tokens, at, not, forbid, orderWithin))
    return !isDenied || !isWhole || ![from - 1, from, to].some((at) => isAt(tokens, at, accept))
  })
}

/** `Haircut: 500 rupees`, of what follows the colon of an order. */
function pricedItems(text: string): OwnerSentence[] {
  const tokens = tokensOf(text)
  const items: Token[][] = [[]]
  for (const token of tokens.slice(tokens.findIndex(({ word }) => word === ':') + 1)) {
    if (/^[,;،]$/.test(token.word) || isAnd(token.word)) items.push([])
    else items.at(-1)?.push(token)
  }
  return text.includes(':')
    ? items.flatMap((item) => {
        const source = text.slice(item[0]?.start, item.at(-1)?.end).replace(/\s?[.।]$/, '')
        if (item.length === 0 || !amounts.test(source)) return []
        const [, name = '', amount = ''] = pricedItem.exec(source) ?? []
        const shown = name === '' ? source : `${name[0]?.toUpperCase()}${name.slice(1)}: ${amount}`
        return [toSentence(shown, source)]
      })
    : []
}

const currencies = String.raw`\p{Sc}|(?<!\p{L})(?:rs|inr|eur|aed|mxn|usd|gbp)(?!\p{L})\.?`

/** An amount names a price, whether it says so or not. */
const amounts = new RegExp(
  `${currencies}|${String.raw`\d\s?(?:euros?|pesos?|rupees|rupaye|reais|درهم|جنيه|ريال|रुपये|रुपए|%)|\d{3,}(?!\d|[:.]\d)`}`,
  'iu',
)
const pricedItem = new RegExp(
  String.raw`^(\P{Nd}*?)[\s:=–-]*((?:${currencies})?\s?\p{Nd}.*)$`,
  'iu',
)

/** The words that a text can be known by. */
export const contentOf = (tokens: readonly Token[]): string[] =>
  tokens
    .filter(
      ({ kind, word }) =>
        kind === 'digits' || (kind === 'word' && word.length > 2 && !isStopword(word)),
    )
    .map(({ word }) => word)
