import { maxTextLength, type Message } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'
import { paths } from '@errand/contract/paths'
import { contactName, hasVisibleText } from '@errand/contract/visible-text'
import { Button, Form, TextArea, isComposing, readNow, showUndoToast } from '@errand/shared-ui'
import type { FormEvent, KeyboardEvent } from 'react'
import toast from 'react-hot-toast'
import { useNavigate } from 'react-router-dom'

import { findBlanks, sendsReply, useHoldAssistant } from '../composer/reply.ts'
import { ChannelNotice } from '../composer/unreachable.tsx'
import { useChatDraft } from '../drafts/chat-drafts.ts'
import { useOutbox, useUndoReply } from '../outbox/use-outbox.ts'
import { useInboxSettings, useUnitPrice } from '../settings/inbox-settings.ts'
import { useWords } from '../words/words.ts'
import styles from './needs-you.module.css'

interface QuickReplyProps {
  session: ChatSession
  onEnd: () => void
}

/** A reply without leaving the dashboard: the chat's own draft, sent as the inbox sends. */
export function QuickReply({ session, onEnd }: QuickReplyProps) {
  const say = useWords()
  const { inbox } = useInboxSettings()
  const { draft, write } = useChatDraft(session.id)
  const { send } = useOutbox()
  const hold = useHoldAssistant(session)
  const price = useUnitPrice()
  const tellSent = useTellSent(session)
  const { reply, replyToId } = draft
  const [blank] = findBlanks(reply)
  const canSend = hasVisibleText(reply) && blank === undefined
  const submit = () => {
    if (!canSend) return
    send({ sessionId: session.id, text: reply.trim(), replyToId }, tellSent)
    write({ reply: '', replyToId: undefined })
    onEnd()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onEnd()
    if (!sendsReply(event, inbox.enterSends)) return
    event.preventDefault()
    submit()
  }
  return (
    <Form className={styles['form']} onSubmit={handleSubmit}>
      <ChannelNotice session={session} />
      <TextArea
        label={say('replyToName', { name: contactName(session.contact) })}
        error={blank === undefined ? undefined : say('fillBlank', { name: blank.name })}
        dir="auto"
        rows={2}
        maxLength={maxTextLength}
        autoFocus
        value={reply}
        // Who goes on with a draft goes on at its end.
        onFocus={({ target }) => target.setSelectionRange(reply.length, reply.length)}
        onChange={({ target }) => {
          write({ mode: 'reply', reply: target.value })
          hold(target.value)
        }}
        onKeyDown={handleKeyDown}
      />
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" size="small" disabled={!canSend}>
          {price === undefined ? say('send') : say('sendFor', { price })}
        </Button>
        <Button size="small" variant="quiet" onClick={onEnd}>
          {say('cancel')}
        </Button>
      </div>
    </Form>
  )
}

/** Says that a reply was taken, and takes it back while it is held: it is then in its chat to go on. */
function useTellSent(session: ChatSession): (message: Message) => void {
  const say = useWords()
  const navigate = useNavigate()
  const undo = useUndoReply()
  const name = contactName(session.contact)
  return (message) => {
    const sent = say('sentTo', { name })
    const heldMs = Date.parse(message.heldUntil ?? message.createdAt) - readNow()
    if (heldMs <= 0) {
      toast.success(sent)
      return
    }
    showUndoToast({
      message: sent,
      what: say('undoSent', { name }),
      durationMs: heldMs,
      onUndo: () => {
        undo(message)
        void navigate(`${paths.chats.list}?session=${session.id}`)
      },
    })
  }
}
