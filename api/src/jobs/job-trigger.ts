import type { JobContent } from '@errand/contract/jobs'

import { fold } from '../form-data/reading.ts'

type Trigger = JobContent['trigger']

/** What begins with that text: a link before a keyword, the longest keyword first, else the default. */
export function chooseByText<T extends { trigger: Trigger }>(
  jobs: readonly T[],
  text: string,
): T | undefined {
  const words = fold(text)
  const linked = jobs.find(({ trigger }) => isLinked(trigger, words))
  if (linked !== undefined) return linked
  let best: { job: T; length: number } | undefined
  for (const job of jobs) {
    const length = matchLength(job.trigger, words)
    if (length > (best?.length ?? 0)) best = { job, length }
  }
  return best?.job ?? jobs.find(({ trigger }) => trigger.type === 'default')
}

/** The text that a `wa.me` link fills in; people may write on behind it. */
function isLinked({ type, code = '' }: Trigger, words: string): boolean {
  const link = fold(code)
  return type === 'link' && link !== '' && startsWithWord(words, link)
}

/** The length of the longest keyword of the job in the text; 0 when there is none. */
function matchLength({ type, keywords = [], match = 'contains' }: Trigger, words: string): number {
  if (type !== 'keyword') return 0
  const lengths = keywords
    .map((keyword) => fold(keyword))
    .filter((keyword) => keyword !== '' && matches[match](words, keyword))
    .map((keyword) => keyword.length)
  return Math.max(0, ...lengths)
}

const matches: Record<
  NonNullable<Trigger['match']>,
  (words: string, keyword: string) => boolean
> = {
  exact: (words, keyword) => words === keyword,
  starts_with: startsWithWord,
  contains: containsWord,
}

function startsWithWord(words: string, keyword: string): boolean {
  return words.startsWith(keyword) && isEnd(words, keyword.length)
}

/** As words of their own: “cut” is not in “cute”. */
function containsWord(words: string, keyword: string): boolean {
  for (let at = words.indexOf(keyword); at !== -1; at = words.indexOf(keyword, at + 1)) {
    if ((at === 0 || !isWordCharacter(words, at - 1)) && isEnd(words, at + keyword.length)) {
      return true
    }
  }
  return false
}

const isEnd = (words: string, at: number) => at >= words.length || !isWordCharacter(words, at)

const wordCharacter = /[\p{L}\p{M}\p{N}]/u
/** Only letters end where a script has spaces between words; Chinese, Japanese and Thai have none. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function isWordCharacter(words: string, at: number): boolean {
  const character = words[at] ?? ''
  return wordCharacter.test(character) && !unspaced.test(character)
}
