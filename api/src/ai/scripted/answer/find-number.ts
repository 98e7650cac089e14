import { isTaken, names, type Found, type Heard, type Looking } from './heard.ts'

const numbers = /(?<![\p{L}\d.,:/-])[+-]?\d(?:[\d.,]*\d)?(?![\d:/%]|\s*[-–]\s*\d|\s*[\p{L}]*@)/gu
/** A number that stands beside the name of what it counts. */
const near = 24

/** A number: the only one, or the one beside the name of the field. */
export function findNumber(heard: Heard, { field, isAsked }: Looking): Found | undefined {
  const { english } = heard
  const party = isOfPeople(field) ? partyIn(heard) : undefined
  if (party !== undefined) return party
  const all = Array.from(english.text.matchAll(numbers), (match) => ({
    value: match[0],
    at: match.index,
    ...english.toSource(match.index, match.index + match[0].length),
  })).filter((number) => !isTaken(heard, number))
  const named = all.find(({ at, value }) => {
    const around = english.text.slice(Math.max(0, at - near), at + value.length + near)
    return names(around, field) || (isOfPeople(field) && counts(around))
  })
  const found =
    named ?? (isAsked && new Set(all.map(({ value }) => value)).size === 1 ? all[0] : undefined)
  return found === undefined
    ? undefined
    : { start: found.start, end: found.end, value: found.value }
}

const isOfPeople = ({ key, label }: Looking['field']): boolean =>
  /people|guest|person|pax|party|seat|adult/i.test(key + label)

/** What people say for how many come. */
const counts = (around: string): boolean =>
  /\bwe(?:'re| are| will be)\b|people|persons?|guests?|pax|adults|of us|log(?:o|on)?\b|seats?|personas|लोग|व्यक्ति|أشخاص|اشخاص|شخصين|شخص/i.test(
    around,
  )

const groups =
  /(?<!\d)(\d+)\s+(?:adults?|grown-?ups|men|women|ladies|gents|boys|girls)(?:\s*(?:,|and|&|\+|aur|y)\s*)(\d+)\s+(?:kids?|child(?:ren)?|women|ladies|girls|boys|men|babies|infants?|bachch?e)/i
const alone = /\b(?:(?:just|only) (?:me|myself|1)|alone|myself|sirf main|akel[ae])\b/i

/** Those who come, said in parts or as nobody else. */
function partyIn({ english }: Heard): Found | undefined {
  const parts = groups.exec(english.text)
  const match = parts ?? alone.exec(english.text)
  if (match === null) return undefined
  const span = english.toSource(match.index, match.index + match[0].length)
  return { ...span, value: parts === null ? '1' : String(Number(parts[1]) + Number(parts[2])) }
}

const mark = String.raw`rs\.?|inr|₹|usd|us\$|\$|eur|€|gbp|£|aed|dirhams?|rupees?|rupaye|rupay|dollars?|euros?|रुपये|रुपए|درهم`
const scale = 'k|thousand|lakhs?|lacs?|crores?'
const amounts = new RegExp(
  String.raw`(?<![\p{L}\d.,:/])(?:(${mark})\s*)?([+-]?\d(?:[\d.,]*\d)?)(?:\s*(${scale})(?![\p{L}]))?(?:\s*(\/-|(?:${mark})(?![\p{L}])))?(?![\d:/%])`,
  'giu',
)

/** An amount: one with a mark of money, or when it was asked for, the only number. */
export function findAmount(heard: Heard, { field, isAsked }: Looking): Found | undefined {
  const { english } = heard
  const all = Array.from(english.text.matchAll(amounts), (match) => ({
    isMarked: match[1] !== undefined || match[4] !== undefined,
    // A currency that the field is not in must be seen: words of others are left to the reader.
    value: readableAmount(match),
    ...english.toSource(match.index, match.index + match[0].length),
  })).filter((amount) => !isTaken(heard, amount))
  const found =
    all.find(({ isMarked }) => isMarked) ??
    (isAsked && all.length === 1 ? all[0] : undefined) ??
    (names(heard.text, field) && all.length === 1 ? all[0] : undefined)
  return found === undefined
    ? undefined
    : { start: found.start, end: found.end, value: found.value }
}

function readableAmount([
  ,
  before = '',
  digits = '',
  scaled = '',
  after = '',
]: RegExpExecArray): string {
  const isRupee = /^(?:rupaye|rupay|रुपये|रुपए)$/i.test(after)
  return [before, digits, scaled, isRupee ? 'rupees' : after]
    .filter((part) => part !== '')
    .join(' ')
}

const ratings =
  /(?:[⭐★🌟]\uFE0F?\s*)+|(?<![\p{L}\d.,:/-])\d+\s*(?:\/|out of)\s*\d+|(?<![\p{L}\d.,:/-])\d+(?:\s*stars?)?(?![\d:])/giu

/** Stars, `4/5`, `4 out of 5`; a bare number only when it was asked for. */
export function findRating(heard: Heard, { field, isAsked }: Looking): Found | undefined {
  const { english } = heard
  const all = Array.from(english.text.matchAll(ratings), (match) => ({
    isPlain: /^\d+$/.test(match[0].trim()),
    value: match[0].replace(/(?<!\s)\s*stars?/i, '').trim(),
    ...english.toSource(match.index, match.index + match[0].trimEnd().length),
  })).filter((rating) => !isTaken(heard, rating))
  const isMeant = isAsked || names(heard.text, field)
  const found = all.find(({ isPlain }) => !isPlain || isMeant)
  return found === undefined
    ? undefined
    : { start: found.start, end: found.end, value: found.value }
}
