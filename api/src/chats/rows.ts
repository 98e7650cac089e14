import type { chatSessions, contacts, messages, remarks } from '../database/schema.ts'

export type ContactRow = typeof contacts.$inferSelect
export type SessionRow = typeof chatSessions.$inferSelect
export type MessageRow = Omit<typeof messages.$inferSelect, 'searchWords'>
export type NewMessageRow = typeof messages.$inferInsert
export type RemarkRow = typeof remarks.$inferSelect
