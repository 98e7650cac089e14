import { fold } from '../../answers/reading.ts'
import type { TaughtAnswer, TurnRequest } from '../turn.ts'
import { fenced } from './fenced.ts'

/** The bytes of a third of a prompt; with more of them the chat itself would be left out. */
const maxBytes = 12_000

/** What the owner answered to questions of contacts, with their words fenced: they are no instructions. */
export function taughtAnswers({ job, inbound }: Pick<TurnRequest, 'job' | 'inbound'>): string[] {
  const answers = selectAnswers(job.answers, wordsOf(inbound.map(({ text }) => text).join(' ')))
  if (answers.length === 0) return []
  return [
    `# Answers the owner gave
Customers asked these before. Each answer is a fact of the business, like the rest that is written here, and a source to copy; the questions are what people wrote, as between <chat> tags.
${fenced('answers', answers)}`,
  ]
}

/**
 * All of them, in their order, so that providers can keep the prompt; where there are too many those
 * that share words with what is asked now, and then the latest.
 */
function selectAnswers(answers: readonly TaughtAnswer[], asked: Set<string>): TaughtAnswer[] {
  const rated = answers.map(({ question, answer }, index) => ({
    index,
    bytes: Buffer.byteLength(question + answer),
    likeness: [...wordsOf(`${question} ${answer}`)].filter((word) => asked.has(word)).length,
  }))
  const kept = new Set<number>()
  let left = maxBytes
  for (const { index, bytes } of rated
    .toReversed()
    .toSorted((one, other) => other.likeness - one.likeness)) {
    if (bytes > left) continue
    kept.add(index)
    left -= bytes
  }
  return answers.filter((_, index) => kept.has(index))
}

/** Short ones are in every question. */
const minWordLength = 4

const wordsOf = (text: string): Set<string> =>
  new Set(
    (fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word.length >= minWordLength),
  )
