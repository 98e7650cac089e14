import type { JobField } from '@errand/contract/job-field'

import type { MessageRow } from '../chats/rows.ts'
import type { Collected } from '../form-data/collected.ts'
import { askedFields } from '../form-data/progress.ts'

/** A file as an answer. */
export function fileOf({ media }: Pick<MessageRow, 'media'>) {
  if (media === null) return undefined
  const { id, mimeType, bytes, fileName } = media
  return { id, mimeType, bytes, ...(fileName !== undefined && { fileName }) }
}

/** The first field that waits for a file or a place. */
export const fieldWaitingFor = (
  type: 'file' | 'location',
  { fields, values }: Pick<Collected, 'fields' | 'values'>,
): JobField | undefined =>
  askedFields(fields, values).find((field) => field.type === type && !(field.key in values))

/** A file is the answer to one question. */
export const isTaken = (fileId: string, { values }: Pick<Collected, 'values'>): boolean =>
  Object.values(values).some((value) => (value as { id?: unknown } | null)?.id === fileId)
