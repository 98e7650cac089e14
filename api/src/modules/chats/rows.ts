import type { chatSessions, contacts, messages, remarks } from '../../platform/database/schema.ts'

export type ContactRow = typeof contacts.$inferSelect
export type SessionRow = typeof chatSessions.$inferSelect
export type MessageRow = Omit<typeof messages.$inferSelect, 'searchWords'>
export type NewMessageRow = typeof messages.$inferInsert
export type RemarkRow = typeof remarks.$inferSelect

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> }

/** Only what there is: an absent member is not written as `null`. */
export function withoutNulls<T extends object>(members: T): Present<T> {
  const there = Object.entries(members).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(there) as Present<T>
}
