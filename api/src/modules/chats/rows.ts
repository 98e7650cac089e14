import type { chatSessions, contacts, messages, remarks } from '../../platform/database/schema.ts'

export type ContactRow = typeof contacts.$inferSelect
export type SessionRow = typeof chatSessions.$inferSelect
export type MessageRow = Omit<typeof messages.$inferSelect, 'searchWords'>
export type NewMessageRow = typeof messages.$inferInsert
export type RemarkRow = typeof remarks.$inferSelect

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> }

/** Drops null and undefined members, which the contract leaves out. */
export function withoutNulls<T extends object>(members: T): Present<T> {
  const there = Object.entries(members).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(there) as Present<T>
}
