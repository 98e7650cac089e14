import {
  addRemarkCall,
  changeRemarkCall,
  removeRemarkCall,
  type Message,
  type Remark,
} from '@errand/contract/chats/message'
import { newIdempotencyKey } from '@errand/contract/idempotency-key'
import { hasVisibleText } from '@errand/contract/visible-text'
import { callApi, userMessage } from '@errand/shared-auth'
import { IconButton, RelativeTime, TextArea, showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { Pencil, StickyNote, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

import { patchChat } from '../../data/chat.ts'
import { InlineForm } from '../../shared/fields.tsx'
import { showError } from '../../shared/parts.tsx'
import { useWords, words } from '../../words/words.ts'
import styles from './notes.module.css'

/** A note on a message, marked as visible to the owner only. */
export function NoteCard({ remark }: { remark: Remark }) {
  const say = useWords()
  const [isChanging, setIsChanging] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  const pencil = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (note.current?.contains(document.activeElement) === true) pencil.current?.focus()
    setIsChanging(false)
  }
  const remove = useRemoveNote()
  return (
    <div ref={note} className={styles['note']}>
      <p className={styles['head']}>
        <StickyNote size={14} aria-hidden="true" />
        <b>{say('onlyYou')}</b>
        <RelativeTime at={remark.createdAt} />
        {remark.editedAt !== undefined && <span>{say('edited')}</span>}
        <span className={styles['tools']}>
          <IconButton
            ref={pencil}
            size="small"
            label={say('changeRemark')}
            icon={<Pencil size={14} />}
            onClick={() => setIsChanging(true)}
          />
          <IconButton
            size="small"
            label={say('removeRemark')}
            icon={<Trash2 size={14} />}
            onClick={() => remove(remark)}
          />
        </span>
      </p>
      {isChanging ? (
        <NoteEditor remark={remark} onDone={close} />
      ) : (
        <p className={styles['text']} dir="auto">
          {remark.text}
        </p>
      )}
    </div>
  )
}

function NoteEditor({ remark, onDone }: { remark: Remark; onDone: () => void }) {
  const say = useWords()
  const [text, setText] = useState(remark.text)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi(changeRemarkCall, { id: remark.id, body: { remark: text.trim() } }),
    onSuccess: ({ remark: changed }) =>
      patchNotes(remark, (remarks) => remarks.map((one) => (one.id === remark.id ? changed : one))),
  })
  return (
    <InlineForm
      className={styles['change']}
      isBusy={isPending}
      canSave={hasVisibleText(text)}
      // Not in the mutation itself: if the editor was closed meanwhile, it may be open again by
      // then.
      onSave={() => mutate(undefined, { onSuccess: onDone })}
      onDone={onDone}
    >
      <TextArea
        label={say('changeRemark')}
        // Focused, because the owner just opened it.
        autoFocus
        value={text}
        maxLength={2000}
        error={error === null ? undefined : userMessage(error)}
        onChange={({ target }) => setText(target.value)}
      />
    </InlineForm>
  )
}

/** Updates the notes of a message in the cached chat. */
function patchNotes(
  { sessionId, messageId }: Pick<Remark, 'sessionId' | 'messageId'>,
  change: (remarks: Remark[]) => Remark[],
): void {
  patchChat(sessionId, (chat) => ({
    ...chat,
    items: chat.items.map((message) =>
      message.id === messageId ? { ...message, remarks: change(message.remarks) } : message,
    ),
  }))
}

const withNote = (remark: Remark) => (remarks: Remark[]) => [
  ...remarks.filter(({ id }) => id !== remark.id),
  remark,
]

/** Adds a note; the contact never sees it. */
export function useAddNote() {
  const lastRequest = useRef<{ what: string; key: string }>(undefined)
  return useMutation({
    mutationFn: ({ messageId, text }: { messageId: Message['id']; text: string }) => {
      const what = `${messageId} ${text}`
      // The same note again: the first answer may have been lost, so reuse its key.
      if (lastRequest.current?.what !== what)
        lastRequest.current = { what, key: newIdempotencyKey() }
      const { key } = lastRequest.current
      return callApi(addRemarkCall, { id: messageId, body: { remark: text }, key })
    },
    onSuccess: ({ remark }) => {
      lastRequest.current = undefined
      patchNotes(remark, withNote(remark))
    },
  })
}

/** Removes a note, with Undo. */
function useRemoveNote(): (remark: Remark) => void {
  const add = useAddNote()
  const { mutate } = useMutation({
    mutationFn: ({ id }: Remark) => callApi(removeRemarkCall, { id }),
    onMutate: (remark) =>
      patchNotes(remark, (remarks) => remarks.filter(({ id }) => id !== remark.id)),
    onSuccess: (_none, { messageId, text }) => {
      showUndoToast({
        message: words('remarkRemoved'),
        what: words('undoRemark'),
        onUndo: () => add.mutate({ messageId, text }),
      })
    },
    onError: (error, remark) => {
      patchNotes(remark, withNote(remark))
      showError(error)
    },
  })
  return mutate
}
