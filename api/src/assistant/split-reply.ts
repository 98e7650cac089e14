import { sentencesOf } from './sentences.ts'

/** Shorter replies stay whole: each part is paid for. */
const splitAbove = 1000
const mostParts = 3

/** A long reply in up to three parts of about the same length, which end where sentences do. */
export function splitReply(text: string, isSplit: boolean): string[] {
  if (text === '') return []
  if (!isSplit || text.length <= splitAbove) return [text]
  const wanted = Math.min(mostParts, Math.ceil(text.length / splitAbove))
  const parts: string[] = ['']
  let last = 0
  for (const sentence of sentencesOf(text)) {
    const isFull = (parts[last] ?? '').length + sentence.length / 2 > text.length / wanted
    if (isFull && last < wanted - 1 && parts[last] !== '') {
      parts.push('')
      last += 1
    }
    parts[last] += sentence
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
