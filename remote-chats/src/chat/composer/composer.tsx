import type { ChatSession } from '@errand/contract/chats/session'
import { contactName, hasVisibleText } from '@errand/contract/visible-text'
import { userMessage } from '@errand/shared-auth'
import { Button, ButtonLink, Notice, VisuallyHidden, tooLongBy, useNow } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { StickyNote } from 'lucide-react'
import { useState } from 'react'

import type { Chat } from '../../data/chat.ts'
import { chatsWithQuery } from '../../data/chats.queries.ts'
import { windowOf } from '../../data/clock.ts'
import { useInboxAddress } from '../../data/inbox-address.ts'
import { useChatDraft } from '../../send/reply.ts'
import { focusComposer } from '../../shared/panes.ts'
import { useWords } from '../../words/words.ts'
import { useAddNote } from '../messages/notes.tsx'
import { HandlerBar } from './assistant.tsx'
import { ClosedWindow } from './closed-window.tsx'
import styles from './composer.module.css'
import { QuoteChip, ReplyBox, TextBox } from './reply-box.tsx'
import { Unreachable, unreachableReason } from './unreachable.tsx'

/** A reply to the contact, or a note that only the owner sees. */
export function Composer({ chat }: { chat: Chat }) {
  const { session } = chat
  const say = useWords()
  const { draft, write } = useChatDraft(session.id)
  const now = useNow(15_000)
  const [hasTemplates, setHasTemplates] = useState(false)
  const isClosed = windowOf(session, now).state === 'closed'
  const isNote = draft.mode === 'remark'
  return (
    <footer className={styles['composer']} data-mode={draft.mode}>
      <HandlerBar session={session} />
      <div role="radiogroup" aria-label={say('composerMode')} className={styles['modes']}>
        {(['reply', 'remark'] as const).map((mode) => (
          <label key={mode} className={styles['mode']} data-mode={mode}>
            <input
              type="radio"
              name={`mode-${session.id}`}
              checked={draft.mode === mode}
              onChange={() => write({ mode })}
            />
            <span>{say(`mode.${mode}`)}</span>
          </label>
        ))}
        <p className={styles['aim']}>{say(isNote ? 'onlyYouSee' : 'contactSees')}</p>
      </div>
      <VisuallyHidden>
        <span role="status">{say(isNote ? 'onlyYouSee' : 'contactSees')}</span>
      </VisuallyHidden>
      {isNote && <NoteBox chat={chat} />}
      {!isNote && <ReplyPart {...{ chat, isClosed, hasTemplates, setHasTemplates }} />}
    </footer>
  )
}

interface ReplyPartProps {
  chat: Chat
  isClosed: boolean
  hasTemplates: boolean
  setHasTemplates: (isShown: boolean) => void
}

/** The reply box, or the reason why the owner cannot reply. */
function ReplyPart({ chat, isClosed, hasTemplates, setHasTemplates }: ReplyPartProps) {
  const { session } = chat
  const newer = useNewerChat(session)
  const reason = unreachableReason(session)
  if (reason !== undefined) return <Unreachable session={session} why={reason} />
  if (newer !== undefined) return <NewerChat session={newer} />
  if (!isClosed && !hasTemplates) {
    return <ReplyBox chat={chat} onTemplates={() => setHasTemplates(true)} />
  }
  const goBack = () => {
    setHasTemplates(false)
    focusComposer()
  }
  return <ClosedWindow chat={chat} isClosed={isClosed} onBack={isClosed ? undefined : goBack} />
}

const maxNoteLength = 2000

/** Adds a note to the chosen message, by default to the last one. */
function NoteBox({ chat }: { chat: Chat }) {
  const { session, items } = chat
  const say = useWords()
  const { draft, read, write } = useChatDraft(session.id)
  const { mutate, isPending, error } = useAddNote()
  const chosen = items.find(({ id }) => id === draft.remarkOnId)
  const target = chosen ?? items.findLast(({ type }) => type !== 'event')
  const text = draft.remark.trim()
  const canSave =
    target !== undefined && hasVisibleText(text) && tooLongBy(text, maxNoteLength) === 0
  const save = () => {
    if (!canSave || isPending) return
    mutate(
      { messageId: target.id, text },
      {
        onSuccess: () => {
          // Text that was typed meanwhile is not saved yet.
          if (read().remark.trim() === text) write({ remark: '', remarkOnId: undefined })
        },
      },
    )
  }
  return (
    <>
      {chosen !== undefined && (
        <QuoteChip
          message={chosen}
          label={say('remarkOn')}
          onRemove={() => write({ remarkOnId: undefined })}
        />
      )}
      <TextBox
        label={say('mode.remark')}
        placeholder={say('remarkPlaceholder')}
        value={draft.remark}
        maxLength={maxNoteLength}
        onChange={(remark) => write({ remark })}
        onSend={save}
      />
      <div className={styles['row']}>
        <p role="alert" className={styles['error']}>
          {error !== null && `${userMessage(error)} ${say('remarkKept')}`}
        </p>
        <Button
          isBusy={isPending}
          disabled={!canSave}
          icon={<StickyNote size={16} aria-hidden="true" />}
          onClick={save}
        >
          {say('saveRemark')}
        </Button>
      </div>
    </>
  )
}

/** The contact's active session, when the open one is over. */
export function useNewerChat({ id, status, contact, createdAt }: ChatSession) {
  const { data } = useQuery({ ...chatsWithQuery(contact), enabled: status !== 'active' })
  return data?.find(
    (other) => other.id !== id && other.status === 'active' && other.createdAt > createdAt,
  )
}

/** Links to the contact's active session, in place of the reply box. */
function NewerChat({ session }: { session: ChatSession }) {
  const say = useWords()
  const { linkTo } = useInboxAddress()
  return (
    <Notice
      role="status"
      actions={
        <ButtonLink size="small" variant="primary" to={linkTo(session.id)}>
          {say('openNewer')}
        </ButtonLink>
      }
    >
      <p>{say('newerChat', { name: contactName(session.contact) })}</p>
    </Notice>
  )
}
