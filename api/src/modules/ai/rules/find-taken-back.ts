import type { JobField } from '@errand/contract/job-field'

import { findAnswer } from './find-answer.ts'
import { openFields, valueOf, type BurstReader, type BurstReading } from './reader.ts'
import { scanMessage, type ScannedMessage } from './scanned-message.ts'
import { says, saysOnly } from './text.ts'

/** Whoever says more does not only take something back. */
const maxTokens = 8

/**
 * The choice before that a message takes back: `no wait, the other one`, `not roses, tulips`, or the
 * other one behind a message that was no more than `no wait`.
 */
export function findTakenBackField(
  scanned: ScannedMessage,
  reader: BurstReader,
  reading: BurstReading,
): JobField | undefined {
  const { words, asked, request, place } = reader
  const { no, not, correction, filler, greeting } = words
  const last = request.history.findLast(({ author }) => author === 'contact')
  const before = last === undefined ? [] : scanMessage(last, [], false).tokens
  const isAnnounced = says(before, correction) && saysOnly(before, correction, no, filler, greeting)
  const isSaid = scanned.tokens.length <= maxTokens && says(scanned.tokens, no, not, correction)
  if (!isSaid && !isAnnounced) return undefined
  const looking = { isAsked: false, isOnly: false, isDated: false, place, words }
  const named = (field: JobField, known: unknown) =>
    findAnswer(scanned, { ...looking, field, known })?.value
  const isForAsked = asked.some(
    (field) =>
      field.type === 'boolean' ||
      (field.type === 'select' && named(field, undefined) !== undefined),
  )
  if (isForAsked) return undefined
  return openFields(reader, reading).find((field) => {
    const known = valueOf(field, reader, reading)
    if (field.type !== 'select' || known === undefined) return false
    const value = named(field, known)
    return value !== undefined && value !== known
  })
}
