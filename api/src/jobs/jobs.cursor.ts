import { idSchema } from '@errand/contract/ids'
import { jobSorts } from '@errand/contract/jobs'
import * as z from 'zod/mini'

import { cursorMomentSchema, readCursor, writeCursor } from '../http/cursor.ts'
import { isStorableText } from '../http/storable.ts'

/** The last job of a page: its place in the order, which need not exist any more for the next page. */
export interface JobPosition {
  sort: (typeof jobSorts)[number]
  value: Date | string
  id: string
}

const nameSchema = z.string().check(z.maxLength(300), z.refine(isStorableText))

export function writeJobCursor({ sort, value, id }: JobPosition): string {
  return writeCursor([sort, value instanceof Date ? value.getTime() : value, id])
}

/** The place that a cursor names in a list of this order; another text is refused. */
export function readJobCursor(text: string, sort: JobPosition['sort']): JobPosition {
  const valueSchema = sort === 'name' ? nameSchema : cursorMomentSchema
  const schema = z.tuple([z.literal(sort), valueSchema, idSchema('job')])
  const [, place, id] = readCursor(text, schema)
  return { sort, value: typeof place === 'number' ? new Date(place) : place, id }
}
