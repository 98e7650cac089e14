import { jobSorts } from '@errand/contract/jobs'
import * as z from 'zod/mini'

import { isStorableText } from '../http/storable.ts'

/** The end of the year 9999: what is later, or before 1970, no database of ours has to understand. */
const latestMs = 253_402_300_799_999

const cursorSchema = z.tuple([
  z.enum(jobSorts),
  z.union([
    z.int().check(z.gte(0), z.lte(latestMs)),
    z.string().check(z.maxLength(300), z.refine(isStorableText)),
  ]),
  z.string().check(z.regex(/^job_[0-9A-Z]{26}$/)),
])

/** The last job of a page: its place in the order, which need not exist any more for the next page. */
export interface JobPosition {
  sort: (typeof jobSorts)[number]
  value: Date | string
  id: string
}

export function writeCursor({ sort, value, id }: JobPosition): string {
  const place = value instanceof Date ? value.getTime() : value
  return Buffer.from(JSON.stringify([sort, place, id])).toString('base64url')
}

/** Nothing when the text is no cursor of a list in this order. */
export function readCursor(text: string, sort: JobPosition['sort']): JobPosition | undefined {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) return undefined
  const [itsSort, place, id] = parsed.data
  const value = typeof place === 'number' ? new Date(place) : place
  if (itsSort !== sort || (sort === 'name') !== (typeof value === 'string')) return undefined
  return { sort, value, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
