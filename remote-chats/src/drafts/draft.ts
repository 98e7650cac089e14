/** What is written in a chat and not sent yet. */
export interface Draft {
  /** What the next Enter does; it changes only when the owner says so. */
  mode: 'reply' | 'remark'
  reply: string
  remark: string
  /** The message that the reply quotes, and the one that the remark is about. */
  replyToId?: string | undefined
  remarkOnId?: string | undefined
}

export const emptyDraft: Draft = { mode: 'reply', reply: '', remark: '' }

/** Whether anything would be lost without it. */
export const hasText = ({ reply, remark }: Draft): boolean =>
  reply.trim() !== '' || remark.trim() !== ''

/** Reads what was kept; anything else is no draft. */
export function readDraft(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { mode, reply, remark, replyToId, remarkOnId } = value as Record<string, unknown>
  if (typeof reply !== 'string' || typeof remark !== 'string') return undefined
  return {
    mode: mode === 'remark' ? 'remark' : 'reply',
    reply,
    remark,
    ...(typeof replyToId === 'string' && { replyToId }),
    ...(typeof remarkOnId === 'string' && { remarkOnId }),
  }
}

/** Both texts, the earlier one first. */
const joined = (earlier: string, later: string): string =>
  later.trim() === '' ? earlier : `${earlier}\n${later}`

/** A draft with a reply that was taken back, before what is written by now, and what it quoted. */
export const restoredReply = (
  { reply, replyToId }: Draft,
  taken: { text: string; replyToId?: string | undefined },
): Partial<Draft> => ({
  mode: 'reply',
  reply: joined(taken.text, reply),
  replyToId: replyToId ?? taken.replyToId,
})
