import type { emailSessionSchema } from '@errand/contract/chats/email'
import type * as z from 'zod/mini'

/** What was asked for. */
export type EmailInput = z.output<typeof emailSessionSchema>

/** A chat as mail, as the database holds it until it is sent. */
export interface ChatEmail extends EmailInput {
  /** Messages after this one came later. */
  upToSeq: number
}

export const chatEmailKind = 'chat'
