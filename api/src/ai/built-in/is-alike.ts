import type { Token } from './text.ts'

const lettersBySound = (sounding: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(sounding).flatMap(([sound, alike]) =>
      Array.from(alike, (letter) => [letter, sound] as const),
    ),
  )

/** Letters that sound alike in the scripts that customers and owners mix: `फेशियल` is `facial`. */
const sounds = lettersBySound({
  F: 'fvwफवف',
  S: 'sjzचछजझशषसسشصزجذچ',
  T: 'tdटठडढतथदधتطدضظث',
  K: 'kqcgकखगघكقخغگ',
  P: 'pbपबभبپ',
  N: 'mnमनणङञंمن',
  L: 'lलळلł',
  R: 'rرर',
})

/** What the letters of a word sound like, those that sound alike in a row once. */
const heardAs = (word: string, alike: ReadonlyMap<string, string>): string =>
  Array.from(word, (letter) => alike.get(letter) ?? '')
    .join('')
    .replaceAll(/(.)\1+/g, '$1')

/** The consonants of a word as they sound. */
const soundOf = (word: string): string =>
  heardAs(
    word
      .replaceAll('ph', 'f')
      .replaceAll(/ch|sh|c(?=[eiy])/g, 's')
      .replaceAll('x', 'ks'),
    sounds,
  )

const vowels = lettersBySound({ a: 'aाआअ', i: 'iyeीिईइेैए', o: 'oुूोौउऊओu' })

const isSameScript = (one: string, other: string): boolean =>
  /\p{Script=Latin}/u.test(one) === /\p{Script=Latin}/u.test(other)

/** Whether two words are the same but for their ending, a slip of the finger, or their script. */
export function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  if (!isSameScript(one, other)) {
    const sound = soundOf(one)
    if (sound !== soundOf(other) || sound.length < 2) return false
    // Two consonants are too few to tell: then the vowels have to sound alike, too.
    return sound.length > 2 || heardAs(one, vowels) === heardAs(other, vowels)
  }
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (
    short.length >= 3 &&
    long.startsWith(short) &&
    long.length - short.length <= (short.length > 4 ? 3 : 1)
  )
    return true
  if (short.length < 5) return false
  const stem = Math.max(4, Math.ceil(long.length * 0.7))
  if (short.slice(0, stem) === long.slice(0, stem) && short.length >= stem) return true
  return isOneSlip(short, long)
}

/** One letter more, less, other, or two that changed places. */
function isOneSlip(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = long.slice(at + 1)
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return (
    short.slice(at) === rest ||
    short.slice(at + 1) === rest ||
    (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  )
}

/** Finds the places of words among tokens, also of words that are like them. */
export function placesAmong(tokens: readonly Token[]): (word: string) => readonly number[] {
  const exact = new Map<string, number[]>()
  for (const [at, { word, bare, kind }] of tokens.entries()) {
    if (kind === 'sign') continue
    for (const said of new Set([word, bare])) exact.set(said, [...(exact.get(said) ?? []), at])
  }
  // Words that are alike begin alike, or sound the same in another script.
  const byFirst = Map.groupBy(exact.keys(), ([first = '']) => first)
  const bySound = Map.groupBy(exact.keys(), soundOf)
  const known = new Map<string, readonly number[]>()
  const find = (word: string): number[] => {
    const same = exact.get(word) ?? []
    if (same.length > 0 || word.length < 3) return same
    const near = [...(byFirst.get(word[0] ?? '') ?? []), ...(bySound.get(soundOf(word)) ?? [])]
    return near.filter((said) => isAlike(said, word)).flatMap((said) => exact.get(said) ?? [])
  }
  return (word) => {
    const places = known.get(word) ?? find(word)
    known.set(word, places)
    return places
  }
}
