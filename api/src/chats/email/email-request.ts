import { emailSessionSchema } from '@errand/contract/chats/email'
import * as z from 'zod/mini'

/** What was asked for. */
export type EmailInput = z.output<typeof emailSessionSchema>

/** A chat as mail, as the database holds it until it is sent. */
export const chatEmailSchema = z.extend(emailSessionSchema, {
  /** Messages after this one came later. */
  upToSeq: z.int(),
})
export type ChatEmail = z.output<typeof chatEmailSchema>

export const chatEmailKind = 'chat'
