import type { Message } from '@errand/contract/chats/message'
import { newIdempotencyKey } from '@errand/contract/idempotency-key'
import { useSession } from '@errand/shared-auth'
import { Button } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'

import { useInboxSettings } from '../data/chats.queries.ts'
import { HelpLink, showError } from '../shared/parts.tsx'
import { useWords } from '../words/words.ts'
import type { OutboxEntry } from './entries.ts'
import { removeUpload, returnToTray, useTrayCount } from './files/uploads.ts'
import { outboxOf } from './outbox.ts'
import styles from './refusal.module.css'
import { restoredReply, useChatDrafts } from './reply.ts'

function useOwnOutbox() {
  const session = useSession()
  // `anyone` only occurs where sign-in is not possible.
  return outboxOf(session.status === 'signed-in' ? session.user.uid : 'anyone')
}

type NewReply = Pick<OutboxEntry, 'sessionId' | 'text' | 'template' | 'file' | 'replyToId'>

/** Functions to send, retry and take back replies. */
export function useOutbox() {
  const { add, retry, undo } = useOwnOutbox()
  const { undoSeconds } = useInboxSettings().inbox
  return {
    retry,
    undo,
    /** `onTaken` is called when the api has accepted it. */
    send: (reply: NewReply, onTaken?: (message: Message) => void) =>
      add({ ...reply, clientId: newIdempotencyKey(), undoSeconds }, onTaken),
  }
}

/** The replies of a chat that the api has not accepted, and those being taken back. */
export function usePending(sessionId: string) {
  const { store, entriesAtom } = useOwnOutbox()
  const entries = useAtomValue(entriesAtom, { store })
  return useMemo(
    () => entries.filter((entry) => entry.sessionId === sessionId),
    [entries, sessionId],
  )
}

/** The number of replies and files that would be lost with this tab. */
export function useUnsentCount(): number {
  const { store, entriesAtom } = useOwnOutbox()
  return useAtomValue(entriesAtom, { store }).length + useTrayCount()
}

/** Takes a reply back and puts its text and its file into the reply box, before the current text. */
export function useUndoReply(): (reply: Message | OutboxEntry) => void {
  const { undo } = useOutbox()
  const drafts = useChatDrafts()
  const { mutate } = useMutation({
    mutationFn: undo,
    // A reply that waits for the network can be taken back without it.
    networkMode: 'always',
    onMutate: ({ sessionId }) => drafts.read(sessionId).mode,
    onSuccess: (text, reply, modeBefore) => {
      const { sessionId, template, replyToId } = reply
      if (text === undefined || template !== undefined) return
      const media = mediaOf(reply)
      if (media !== undefined) returnToTray(sessionId, media)
      if (media !== undefined && text === '') return
      const draft = drafts.read(sessionId)
      // A note that was started must not become part of the reply.
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

/** The file of a reply. */
function mediaOf(reply: Message | OutboxEntry) {
  if ('id' in reply) return reply.media
  const { file } = reply
  return file && { ...file, id: file.mediaId ?? file.uploadId }
}

/** Which reply was refused, why, and the action that helps; its text is kept. */
export function SendFailureNotice({ entry }: { entry: OutboxEntry }) {
  const say = useWords()
  const { retry, undo } = useOutbox()
  const drafts = useChatDrafts()
  const { clientId, sessionId, failure, file } = entry
  const isFileLost = failure?.action === 'choose_again'
  const handleEdit = () => {
    void undo(entry)
    if (file !== undefined && isFileLost) removeUpload(file.uploadId)
    else if (file !== undefined)
      returnToTray(sessionId, { ...file, id: file.mediaId ?? file.uploadId })
    if (entry.text === '') return
    drafts.write(sessionId, { mode: 'reply', ...restoredReply(drafts.read(sessionId), entry) })
  }
  return (
    <div className={styles['refusal']} role="alert">
      <p>
        <b>{failure?.title || say('fileLostWithPage')}</b>
        {failure?.detail !== undefined && <span>{` ${failure.detail}`}</span>}
      </p>
      <HelpLink action={failure?.action} />
      {failure?.action === 'try_again' || failure?.action === 'top_up' ? (
        <Button size="small" onClick={() => retry(clientId)}>
          {say('sendAgain')}
        </Button>
      ) : (
        <Button size="small" onClick={handleEdit}>
          {say(isFileLost && entry.text === '' ? 'removeFile' : 'editAgain')}
        </Button>
      )}
    </div>
  )
}
