import * as z from 'zod/mini'

/** The part of a list's query that every list has; a cursor is what the page before answered. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  cursor: z.optional(z.string().check(z.maxLength(1000))),
}

/** One page of a list; `nextCursor` is `null` on the last one. */
export const pageOf = <S extends z.core.$ZodType>(item: S) => ({
  items: z.array(item),
  nextCursor: z.nullable(z.string()),
})

/** A comma-separated list of some of the values: `active,paused`. */
export const listOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(',')),
    ),
    z.array(z.enum(values)),
  )

/** `true` or `false` in a query string. */
export const flagSchema = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)
