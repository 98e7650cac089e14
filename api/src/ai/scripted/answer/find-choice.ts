import type { JobField } from '@errand/contract/job-field'

import { isNo, isYes, leadingNo, leadingYes } from './intents.ts'
import { isTaken, longestSaid, type Found, type Heard, type Looking, type Span } from './heard.ts'

interface Named extends Span {
  value: string
}

/** The one option that is named; two of them are none. */
export function findSelect(heard: Heard, { field, isAsked }: Looking): Found | undefined {
  const named = optionsIn(heard, field, isAsked)
  const values = new Set(named.map(({ value }) => value))
  const [first] = named
  return values.size === 1 && first !== undefined ? first : undefined
}

/** All options that are named. */
export function findMultiSelect(heard: Heard, { field, isAsked }: Looking): Found | undefined {
  const named = optionsIn(heard, field, isAsked)
  if (named.length === 0) return undefined
  return {
    start: Math.min(...named.map(({ start }) => start)),
    end: Math.max(...named.map(({ end }) => end)),
    value: [...new Set(named.map(({ value }) => value))],
  }
}

function optionsIn(heard: Heard, { options = [] }: JobField, isAsked: boolean): Named[] {
  const text = heard.text.slice(0, longestSaid)
  const named = occurrences(text, options).filter(
    (one) => !isTaken(heard, one) && !isNegated(text, one),
  )
  return named.length > 0 || !isAsked ? named : misspelled(text, options)
}

/** All names in one pattern, the longest first: `extra large` is not `large`. */
function occurrences(text: string, options: NonNullable<JobField['options']>): Named[] {
  const named = options.flatMap(({ value, label, synonyms = [] }) =>
    [value, label, ...synonyms].map((name) => ({ name: inOneForm(name), value })),
  )
  const byName = Map.groupBy(named, ({ name }) => name)
  byName.delete('')
  const written = Array.from(byName.keys(), (name) =>
    name
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(' ', String.raw`[\s_-]{1,8}`),
  ).toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])(${written.join('|')})(?:e?s)?(?![\\p{L}\\p{M}\\p{N}])`,
    'giu',
  )
  return Array.from(text.matchAll(pattern)).flatMap(({ 0: all, 1: name = '', index }) =>
    (byName.get(inOneForm(name)) ?? []).map(({ value }) => ({
      start: index,
      end: index + all.length,
      value,
    })),
  )
}

/** A name is the same in capitals, and with a hyphen for a space. */
const inOneForm = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/(?<=\S)[\s_-]+(?=\S)/g, ' ')

/** What negates a name stands so near to it. */
const near = 30

/** `not large, medium` */
const isNegated = (text: string, { start, end }: Span): boolean =>
  /(?:\bnot|\bno|\bwithout|n't|\binstead of|\bsin)\s+(?:a |an |the )?$/i.test(
    text.slice(Math.max(0, start - near), start),
  ) || /^\s+(?:nahi|nahin|नहीं)(?![\p{L}\p{M}])/iu.test(text.slice(end, end + near))

/** One letter wrong in a long word. */
function misspelled(text: string, options: NonNullable<JobField['options']>): Named[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}]{4,}/gu)).flatMap((match) =>
    options
      .filter(({ label }) => isNear(match[0].toLowerCase(), label.toLowerCase()))
      .map(({ value }) => ({ start: match.index, end: match.index + match[0].length, value })),
  )
}

function isNear(one: string, other: string): boolean {
  if (other.length < 5 || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (
    end < Math.min(one.length, other.length) - start &&
    one.at(-1 - end) === other.at(-1 - end)
  )
    end += 1
  const left = [one.length - start - end, other.length - start - end]
  if (Math.max(...left) <= 1) return true
  // Two letters in the wrong order.
  return (
    left.every((count) => count === 2) &&
    one[start] === other[start + 1] &&
    one[start + 1] === other[start]
  )
}

/** Yes or no, at the beginning of what was said when it was asked for. */
export function findBoolean({ text }: Heard, { isAsked }: Looking): Found | undefined {
  if (!isAsked) return undefined
  const trimmed = { start: text.length - text.trimStart().length, end: text.trimEnd().length }
  if (isYes(text)) return { ...trimmed, value: true }
  if (isNo(text)) return { ...trimmed, value: false }
  for (const [word, value] of [
    [leadingNo(text), false],
    [leadingYes(text), true],
  ] as const) {
    if (word !== undefined) return { start: trimmed.start, end: word.length, value }
  }
  const negative = /\b(?:don'?t|do not|not|nahi|nahin|without)\b|नहीं/iu.exec(text)
  if (negative !== null) return { start: negative.index, end: trimmed.end, value: false }
  const positive = /\b(?:i do|we do|i have|i am|need|want|chahiye|please)\b|चाहिए/iu.exec(text)
  return positive === null ? undefined : { start: positive.index, end: trimmed.end, value: true }
}
