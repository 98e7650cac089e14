import { maxTextLength, type Message } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'
import { paths } from '@errand/contract/paths'
import { contactName, hasVisibleText } from '@errand/contract/visible-text'
import {
  Button,
  Form,
  FormActions,
  TextArea,
  isComposing,
  readNow,
  showUndoToast,
  tooLongBy,
} from '@errand/shared-ui'
import type { KeyboardEvent } from 'react'
import toast from 'react-hot-toast'
import { useNavigate } from 'react-router-dom'

import { ChannelNotice } from '../../chat/composer/unreachable.tsx'
import { useInboxSettings, useUnitPrice } from '../../data/chats.queries.ts'
import { findUnfilled, sendsReply, useChatDraft, useHoldAssistant } from '../../send/reply.ts'
import { useOutbox, useUndoReply } from '../../send/use-outbox.tsx'
import { useWords } from '../../words/words.ts'
import styles from './needs-you.module.css'

/** A reply box on the dashboard that uses the chat's own draft and outbox. */
export function QuickReply({ session, onEnd }: { session: ChatSession; onEnd: () => void }) {
  const say = useWords()
  const { inbox } = useInboxSettings()
  const { draft, write } = useChatDraft(session.id)
  const { send } = useOutbox()
  const hold = useHoldAssistant(session)
  const price = useUnitPrice()
  const showSentToast = useSentToast(session)
  const { reply, replyToId } = draft
  const [unfilled] = findUnfilled(reply)
  const isTooLong = tooLongBy(reply, maxTextLength) > 0
  const canSend = hasVisibleText(reply) && unfilled === undefined && !isTooLong
  const submit = () => {
    if (!canSend) return
    send({ sessionId: session.id, text: reply.trim(), replyToId }, showSentToast)
    write({ reply: '', replyToId: undefined })
    onEnd()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onEnd()
    if (!sendsReply(event, inbox.enterSends)) return
    event.preventDefault()
    submit()
  }
  return (
    <Form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ChannelNotice session={session} />
      <TextArea
        label={say('replyToName', { name: contactName(session.contact) })}
        error={unfilled === undefined ? undefined : say('fillBlank', { name: unfilled.name })}
        rows={2}
        maxLength={maxTextLength}
        autoFocus
        value={reply}
        // Continue an existing draft at its end.
        onFocus={({ target }) => target.setSelectionRange(reply.length, reply.length)}
        onChange={({ target }) => {
          write({ mode: 'reply', reply: target.value })
          hold(target.value)
        }}
        onKeyDown={handleKeyDown}
      />
      <FormActions>
        <Button type="submit" variant="primary" size="small" disabled={!canSend}>
          {price === undefined ? say('send') : say('sendFor', { price })}
        </Button>
        <Button size="small" variant="quiet" onClick={onEnd}>
          {say('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Confirms that a reply was accepted, with Undo while it is held; Undo opens its chat. */
function useSentToast(session: ChatSession): (message: Message) => void {
  const say = useWords()
  const navigate = useNavigate()
  const undo = useUndoReply()
  const name = contactName(session.contact)
  return (message) => {
    const sent = say('sentTo', { name })
    const heldMs = Date.parse(message.heldUntil ?? message.createdAt) - readNow()
    if (heldMs <= 0) return void toast.success(sent)
    return void showUndoToast({
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
