import type { Token } from './text.ts'

/** The sound of each letter, of those that sound alike in the scripts that people mix: `फेशियल` is `facial`. */
const soundsOf = (groups: string): ReadonlyMap<string, string> =>
  new Map(
    groups.split(' ').flatMap(([sound = '', ...letters]) => letters.map((one) => [one, sound])),
  )

const consonants = soundsOf(
  'Ffvwफवف Ssjzचछजझशषसسشصزجذچ Ttdटठडढतथदधتطدضظث Kkqcgकखगघكقخغگ Ppbपबभبپ Nmnमनणङञंمن Llलळلł Rrرर',
)
const vowels = soundsOf('aaाआअ iiyeीिईइेैए ooुूोौउऊओu')

/** What the letters of a word sound like, those that sound alike in a row once. */
const soundsLike = (word: string, sounds: ReadonlyMap<string, string>): string =>
  Array.from(word, (letter) => sounds.get(letter) ?? '')
    .join('')
    .replaceAll(/(.)\1+/g, '$1')

/** The consonants of a word as they sound. */
const soundOf = (word: string): string =>
  soundsLike(
    word
      .replaceAll('ph', 'f')
      .replaceAll(/ch|sh|c(?=[eiy])/g, 's')
      .replaceAll('x', 'ks'),
    consonants,
  )

const isSameScript = (one: string, other: string): boolean =>
  /\p{Script=Latin}/u.test(one) === /\p{Script=Latin}/u.test(other)

/** Whether two words are the same but for their ending, a slip of the finger, or their script. */
export function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  if (!isSameScript(one, other)) {
    const sound = soundOf(one)
    if (sound !== soundOf(other) || sound.length < 2) return false
    // Two consonants are too few to tell: then the vowels have to sound alike, too.
    return sound.length > 2 || soundsLike(one, vowels) === soundsLike(other, vowels)
  }
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const more = long.length - short.length
  const isEnding = long.startsWith(short) && more <= (short.length > 4 ? 3 : 1)
  if (short.length < 5) return short.length >= 3 && isEnding
  const stem = Math.max(4, Math.ceil(long.length * 0.7))
  return (
    isEnding ||
    short.slice(0, stem) === long.slice(0, stem) ||
    (long.length > 5 && isOneSlip(short, long))
  )
}

/** One letter more, less, other, or two that changed places; or a part of a long word left out. */
function isOneSlip(short: string, long: string): boolean {
  const more = long.length - short.length
  let from = 0
  while (from < short.length && short[from] === long[from]) from += 1
  let to = short.length
  while (to > from && short[to - 1] === long[to - 1 + more]) to -= 1
  // `Herrenhaarschnitt` is a `Herrenschnitt`.
  if (to === from) return more <= 1 || (short.length >= 10 && from >= 4)
  const isSwapped =
    to - from === 2 && short[from] === long[from + 1] && short[from + 1] === long[from]
  return more === 0 && (to - from === 1 || isSwapped)
}

/** How often a word counts: who repeats it says nothing new. */
const maxPlaces = 3

/** Finds the first places of words among tokens, also of words that are like them. */
export function positionsAmong(tokens: readonly Token[]): (word: string) => readonly number[] {
  const exact = new Map<string, number[]>()
  for (const [at, { word, bare, kind }] of tokens.entries()) {
    for (const said of kind === 'sign' ? [] : new Set([word, bare])) {
      const places = exact.get(said) ?? []
      exact.set(said, places)
      if (places.length < maxPlaces) places.push(at)
    }
  }
  // Words that are alike begin alike, or sound the same in another script.
  const byFirst = Map.groupBy(exact.keys(), ([first = '']) => first)
  const bySound = Map.groupBy(exact.keys(), soundOf)
  return (word) => {
    const same = exact.get(word) ?? []
    if (same.length > 0 || word.length < 3) return same
    const near = [...(byFirst.get(word[0] ?? '') ?? []), ...(bySound.get(soundOf(word)) ?? [])]
    return near.filter((said) => isAlike(said, word)).flatMap((said) => exact.get(said) ?? [])
  }
}
