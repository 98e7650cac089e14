import { bigint, customType, text, timestamp } from 'drizzle-orm/pg-core'

/** A moment in milliseconds, the precision of JavaScript: what is read back equals what was written. */
export const moment = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Text in the order of its code points, which is the same on every database and every machine. */
export const orderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** The words of a text, for the full-text search. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** An amount of money in millionths of the currency's main unit. */
export const micros = (name: string) => bigint(name, { mode: 'bigint' })

/** Text with few allowed values; a check of the table lists them. */
export const enumText = <T extends string>(name: string) => text(name).$type<T>()
