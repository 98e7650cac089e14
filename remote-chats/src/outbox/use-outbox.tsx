import type { Message } from '@errand/contract/chats/message'
import { useSession } from '@errand/shared-auth'
import { Button } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'

import { newIdempotencyKey } from '../chats/chats.api.ts'
import { useInboxSettings } from '../chats/chats.queries.ts'
import { HelpLink, showError } from '../chats/parts.tsx'
import { restoredReply, useChatDrafts } from '../composer/reply.ts'
import { useWords } from '../words/words.ts'
import { outboxOf, type OutboxEntry } from './outbox.ts'
import styles from './refusal.module.css'

function useOwnOutbox() {
  const session = useSession()
  // `anyone` only where nobody can sign in.
  return outboxOf(session.status === 'signed-in' ? session.user.uid : 'anyone')
}

type NewReply = Pick<OutboxEntry, 'sessionId' | 'text' | 'template' | 'replyToId'>

/** How to send, send again and take back. */
export function useOutbox() {
  const { add, retry, undo } = useOwnOutbox()
  const { undoSeconds } = useInboxSettings().inbox
  return {
    retry,
    undo,
    /** `onTaken` hears when the api has it. */
    send: (reply: NewReply, onTaken?: (message: Message) => void) =>
      add({ ...reply, clientId: newIdempotencyKey(), undoSeconds }, onTaken),
  }
}

/** The replies of a chat that the api does not have yet, and those that are being taken back. */
export function usePending(sessionId: string) {
  const { store, entriesAtom } = useOwnOutbox()
  const entries = useAtomValue(entriesAtom, { store })
  return useMemo(
    () => entries.filter((entry) => entry.sessionId === sessionId),
    [entries, sessionId],
  )
}

/** How many replies would be lost with this tab. */
export function useUnsentCount(): number {
  const { store, entriesAtom } = useOwnOutbox()
  return useAtomValue(entriesAtom, { store }).length
}

/** Takes a reply back and puts its text into the composer again, before what is there. */
export function useUndoReply(): (reply: Message | OutboxEntry) => void {
  const { undo } = useOutbox()
  const drafts = useChatDrafts()
  const { mutate } = useMutation({
    mutationFn: undo,
    // What waits for the network can be taken back without it.
    networkMode: 'always',
    onMutate: ({ sessionId }) => drafts.read(sessionId).mode,
    onSuccess: (text, { sessionId, template, replyToId }, modeBefore) => {
      if (text === undefined || template !== undefined) return
      const draft = drafts.read(sessionId)
      // A remark that was begun must not become a part of the reply.
      const hasStartedNote = modeBefore === 'reply' || draft.remark.trim() !== ''
      drafts.write(sessionId, {
        ...restoredReply(draft, { text, replyToId }),
        ...(!hasStartedNote && { mode: 'reply' }),
      })
    },
    onError: showError,
  })
  return mutate
}

/** What was refused, why, and the one thing that helps; the text is never lost. */
export function SendFailureNotice({ entry }: { entry: OutboxEntry }) {
  const say = useWords()
  const { retry, undo } = useOutbox()
  const drafts = useChatDrafts()
  const { clientId, sessionId, failure } = entry
  const handleEdit = () => {
    void undo(entry)
    drafts.write(sessionId, { mode: 'reply', ...restoredReply(drafts.read(sessionId), entry) })
  }
  return (
    <div className={styles['refusal']} role="alert">
      <p>
        <b>{failure?.title}</b>
        {failure?.detail !== undefined && <span>{` ${failure.detail}`}</span>}
      </p>
      <HelpLink action={failure?.action} />
      {failure?.action === 'try_again' || failure?.action === 'top_up' ? (
        <Button size="small" onClick={() => retry(clientId)}>
          {say('sendAgain')}
        </Button>
      ) : (
        <Button size="small" onClick={handleEdit}>
          {say('editAgain')}
        </Button>
      )}
    </div>
  )
}
