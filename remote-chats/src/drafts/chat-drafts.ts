import { browserStorage, useDraft, useDrafts } from '@errand/shared-auth'

/** What is written in a chat and not sent yet. */
export interface ChatDraft {
  /** What the next Enter does; it changes only when the owner says so. */
  mode: 'reply' | 'remark'
  reply: string
  remark: string
  /** The message that the reply quotes, and the one that the remark is about. */
  replyToId?: string | undefined
  remarkOnId?: string | undefined
}

const emptyDraft: ChatDraft = { mode: 'reply', reply: '', remark: '' }
const topic = 'chat'

/** Whatever is not like a draft counts as none. */
function toDraft(value: unknown): ChatDraft {
  const kept = value as Partial<ChatDraft> | null
  return typeof kept?.reply === 'string' && typeof kept.remark === 'string'
    ? { ...emptyDraft, ...kept }
    : emptyDraft
}

/** How to read and write the draft of any chat. Not of the tab: a draft outlives it. */
export function useChatDrafts() {
  const drafts = useDrafts(topic, browserStorage)
  const read = (sessionId: string) => toDraft(drafts.read(sessionId))
  return {
    read,
    write: (sessionId: string, part: Partial<ChatDraft>): void => {
      const next = { ...read(sessionId), ...part }
      const isEmpty = next.reply === '' && next.remark === '' && next.mode === emptyDraft.mode
      drafts.write(sessionId, isEmpty && next.replyToId === undefined ? undefined : next)
    },
  }
}

/** What is written in a chat, and how to change it. */
export function useChatDraft(sessionId: string) {
  const { value } = useDraft(topic, sessionId, browserStorage)
  const { read, write } = useChatDrafts()
  return {
    draft: toDraft(value),
    /** What is written at this very moment, for what happens later. */
    read: () => read(sessionId),
    write: (part: Partial<ChatDraft>) => write(sessionId, part),
  }
}

/** The reply that waits in a chat, for the list; nothing where none does. */
export function useDraftPreview(sessionId: string): string | undefined {
  const reply = useChatDraft(sessionId).draft.reply.trim()
  return reply === '' ? undefined : reply
}

/** A draft with a reply that was taken back, before what is written by now, and what it quoted. */
export const restoredReply = (
  { reply, replyToId }: ChatDraft,
  taken: { text: string; replyToId?: string | undefined },
): Partial<ChatDraft> => ({
  mode: 'reply',
  reply: reply.trim() === '' ? taken.text : `${taken.text}\n${reply}`,
  replyToId: replyToId ?? taken.replyToId,
})
