import type { EmailSessionInput } from '@errand/contract/chats/email'

/** A letter as it is written: the addresses as one text each. */
export interface Letter {
  to: string
  cc: string
  subject: string
  note: string
  format: 'html' | 'pdf'
  include: Required<NonNullable<EmailSessionInput['include']>>
  replyToContact: boolean
}

/** Addresses as people write them one after the other. */
export const splitAddresses = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
