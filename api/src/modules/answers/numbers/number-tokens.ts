import { numberMeanings, type NumberWord } from './number-words.ts'
import { toPlainText, type PlainText } from './plain-text.ts'

/** A figure, a word, a line's end or any other sign of a text that may hold numbers. */
export interface Token {
  kind: 'figure' | 'word' | 'sign' | 'break'
  text: string
  /** Where it stands in the plain text. */
  start: number
  end: number
  /** Nothing stands between it and the token before. */
  isGlued: boolean
  /** What it means as a word of a number. */
  meanings: NumberWord[]
}

const kinds = ['figure', 'word', 'break', 'sign'] as const

export interface Tokens {
  plain: PlainText
  list: Token[]
}

const grouping = String.raw`[1-9]\d{0,2}(?:[ _]\d{3})+(?:[.,٫]\d+)?(?![.,'٫٬]?\d)|[1-9]\d?(?:[ _]\d{2})+[ _]\d{3}(?:[.,٫]\d+)?(?!\d)`
/** Units that have signs within them. */
const spelledUnit = String.raw`(?:[ap]\.m|o'clock|sq\.? ?(?:ft|feet|m))(?!\p{L})|m[²2](?!\d)`
const pattern = new RegExp(
  String.raw`(?<figure>${grouping}|\d+(?:[.,'٫٬]\d+)*|(?<![\p{L}\p{M}\p{N}])[.,٫]\d+)|(?<word>\p{Script=Han}|${spelledUnit}|(?:(?!\p{Script=Han})[\p{L}\p{M}])+)|(?<break>\n)|(?<sign>\S)`,
  'gu',
)

/** Splits a text into what numbers are made of; `languages` tell which words are joined ones. */
export function tokensOf(written: string, languages: readonly string[]): Tokens {
  const plain = toPlainText(written)
  const list: Token[] = []
  const add = (kind: Token['kind'], text: string, start: number) => {
    const end = start + text.length
    const meanings = kind === 'word' ? numberMeanings(text, languages) : []
    list.push({ kind, text, start, end, isGlued: list.at(-1)?.end === start, meanings })
  }
  for (const match of plain.text.matchAll(pattern)) {
    const kind = kinds.find((name) => match.groups?.[name] !== undefined)
    if (kind !== 'word') {
      add(kind ?? 'sign', match[0], match.index)
      continue
    }
    let start = match.index
    for (const part of partsOf(match[0], languages)) {
      add('word', part, start)
      start += part.length
    }
  }
  return { plain, list }
}

/** `zweitausendfünfhundert`, `ونصف`, `لخمسة`: number words that are written as one. */
function partsOf(word: string, languages: readonly string[]): string[] {
  if (numberMeanings(word, languages).length > 0) return [word]
  const [first = '', rest] = [word[0], word.slice(1)]
  if (/[ولب]/.test(first) && numberMeanings(rest, ['ar']).length > 0) return [first, rest]
  return (languages.includes('de') && word.length <= 60 ? joined(word) : undefined) ?? [word]
}

/** The longest words first, so that no letter is tried over and over. */
function joined(word: string): string[] | undefined {
  const parts: string[] = []
  let rest = word
  while (rest !== '') {
    let length = Math.min(rest.length, 18)
    while (length > 2 && numberMeanings(rest.slice(0, length), ['de']).length === 0) length -= 1
    if (length <= 2) return undefined
    parts.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return parts.length > 1 ? parts : undefined
}
