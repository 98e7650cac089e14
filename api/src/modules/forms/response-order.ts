import { isNumber, type JobField } from '@errand/contract/job-field'
import { and, asc, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'

import { contacts, formData } from '../../platform/database/schema.ts'
import { cursorMomentSchema } from '../../platform/http/cursor.ts'

/** How a list of answers is ordered; rows without a value come last in both directions. */
export interface ResponseOrder {
  isDescending: boolean
  key: SQL
  /** What a key in a cursor has to be, so that the database can compare it. */
  keySchema: z.ZodMiniType<string | null>
  /** Reads a key of a cursor as a value of the database. */
  toValue: (key: string) => SQL
  /** Whether each row has a key, and an index has them in this order. */
  isIndexed?: boolean
}

/** The place of a row in an order: its key as text, null without a value, and its id. */
export interface ResponsePlace {
  key: string | null
  id: string
}

/** Keys are cut, because a cursor carries one. */
const maxKeyLength = 80

const textOrder = (key: SQL): Omit<ResponseOrder, 'isDescending'> => ({
  // Folded as people sort names; a text in a cursor can hold nothing that the database refuses.
  key: sql`left(lower(${key}), ${sql.raw(String(maxKeyLength))})`,
  keySchema: z.nullable(z.string().check(z.regex(/^[^\0]*$/))),
  toValue: (text) => sql`${text}::text`,
})

const isCursorMoment = (ms: string): boolean => z.safeParse(cursorMomentSchema, Number(ms)).success

const orders = {
  updatedAt: {
    key: sql`${formData.updatedAt}`,
    keySchema: z.string().check(z.regex(/^\d{1,15}$/), z.refine(isCursorMoment)),
    toValue: (ms: string) =>
      sql`${sql.param(new Date(Number(ms)), formData.updatedAt)}::timestamptz`,
    isIndexed: true,
  },
  // Whole days come before the times of the day.
  day: textOrder(sql`${formData.day}::text || coalesce(' ' || ${formData.time}, '')`),
  contact: textOrder(
    sql`coalesce(nullif(${contacts.name}, ''), ${contacts.phoneNumber}, ${contacts.username})`,
  ),
}

const isOrder = (name: string): name is keyof typeof orders => Object.hasOwn(orders, name)

/** The order that `sort` of a query names, of a form with these fields. */
export function orderOf(sort: string, fields: readonly JobField[]): ResponseOrder {
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  if (isOrder(name)) return { ...orders[name], isDescending }
  return { ...fieldOrder(name.slice('field:'.length), fields), isDescending }
}

function fieldOrder(key: string, fields: readonly JobField[]): Omit<ResponseOrder, 'isDescending'> {
  const type = fields.find((field) => field.key === key)?.type ?? 'text'
  if (!isNumber(type)) return textOrder(sql`${formData.values} ->> ${key}::text`)
  const value = sql`${formData.values} -> ${key}::text`
  return {
    key: sql`case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end`,
    keySchema: z.nullable(z.string().check(z.regex(/^-?\d{1,400}(?:\.\d{1,400})?$/))),
    toValue: (text) => sql`${text}::numeric`,
  }
}

/** The key of a row as text, for its cursor. */
export const keyText = ({ key }: ResponseOrder): SQL<string | null> => sql`(${key})::text`

/** Orders rows by their keys, and those of one key by their ids. */
export function orderBy({ isDescending, isIndexed = false, key }: ResponseOrder): SQL[] {
  const direction = isDescending ? desc : asc
  const ordered = direction(key)
  return [isIndexed ? ordered : sql`${ordered} nulls last`, direction(formData.id)]
}

/** Selects the rows behind a place. */
export function isBehind(
  { isDescending, isIndexed = false, key, toValue }: ResponseOrder,
  place: ResponsePlace | undefined,
): SQL | undefined {
  if (place === undefined) return undefined
  const compare = isDescending ? lt : gt
  const isLaterId = compare(formData.id, place.id)
  if (place.key === null) return and(isNull(key), isLaterId)
  const value = toValue(place.key)
  // As one comparison, which the index understands.
  if (isIndexed) {
    const row = sql`(${formData.updatedAt}, ${formData.id})`
    return compare(row, sql`(${value}, ${place.id})`)
  }
  return or(compare(key, value), and(eq(key, value), isLaterId), isNull(key))
}
