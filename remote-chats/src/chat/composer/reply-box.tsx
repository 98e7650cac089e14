import { maxCaptionLength, mediaKindOf } from '@errand/contract/chats/media'
import { maxTextLength, type Message } from '@errand/contract/chats/message'
import { hasVisibleText } from '@errand/contract/visible-text'
import { Button, IconButton, TooLong, isComposing, textLength, tooLongBy } from '@errand/shared-ui'
import { LayoutTemplate, SendHorizontal, X } from 'lucide-react'
import { useId, useRef, type KeyboardEvent, type Ref, type TextareaHTMLAttributes } from 'react'

import type { Chat } from '../../data/chat.ts'
import { useInboxSettings, useUnitPrice } from '../../data/chats.queries.ts'
import { RecordButton, RecordingBar, useRecorder } from '../../send/files/recorder.tsx'
import { AttachButton, Tray } from '../../send/files/tray.tsx'
import { addFiles, takeFromTray, useTray, type Upload } from '../../send/files/uploads.ts'
import {
  fillVariables,
  findUnfilled,
  knownValues,
  sendsReply,
  useChatDraft,
  useHoldAssistant,
} from '../../send/reply.ts'
import { useOutbox } from '../../send/use-outbox.tsx'
import { useIsOnePane } from '../../shared/panes.ts'
import { useWords } from '../../words/words.ts'
import { toOneLine } from '../messages/message-body.tsx'
import { SuggestButton } from './assistant.tsx'
import styles from './composer.module.css'
import { SlashPalette, useSlash } from './slash.tsx'
import { ChannelNotice } from './unreachable.tsx'

interface ReplyBoxProps {
  chat: Chat
  onTemplates: () => void
}

/** The box for replies to the contact. */
export function ReplyBox({ chat, onTemplates }: ReplyBoxProps) {
  const { session, items } = chat
  const say = useWords()
  const isOnePane = useIsOnePane()
  const box = useRef<HTMLTextAreaElement>(null)
  const { draft, write } = useChatDraft(session.id)
  const { business } = useInboxSettings()
  const send = useSendReply(session.id)
  const tray = useTray(session.id)
  const hold = useHoldAssistant(session)
  const price = useUnitPrice()
  const { reply } = draft
  const quoted = items.find(({ id }) => id === draft.replyToId)
  const [unfilled] = findUnfilled(reply)
  const slash = useSlash({
    text: reply,
    onPick: (text) => write({ reply: fillVariables(text, knownValues(session, business.name)) }),
    onTemplates,
  })
  const isTooLong = tooLongBy(reply, maxTextLength) > 0
  const hasContent = hasVisibleText(reply) || tray.length > 0
  const isUploadLost = tray.some(({ state }) => state === 'failed')
  const isReady = !isTooLong && !slash.isOpen && !isUploadLost
  const canSend = hasContent && unfilled === undefined && isReady

  const handleSend = () => {
    if (unfilled !== undefined) return box.current?.setSelectionRange(unfilled.start, unfilled.end)
    if (!canSend) return undefined
    send({ text: hasVisibleText(reply) ? reply.trim() : '', tray, replyToId: draft.replyToId })
    return write({ reply: '', replyToId: undefined })
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (slash.handleKey(event)) return true
    return event.key === 'Tab' && !event.shiftKey && selectNextVariable(event)
  }
  const recorder = useRecorder((file) => {
    const files = addFiles(session.id, [file])
    send({ text: '', tray: files, replyToId: draft.replyToId })
    write({ replyToId: undefined })
  })
  const one = price === undefined ? say('send') : say('sendFor', { price })
  const sendLabel = tray.length > 1 ? say('sendMany', { count: tray.length }) : one
  return (
    <>
      <ChannelNotice session={session} />
      {quoted !== undefined && (
        <QuoteChip
          message={quoted}
          label={say('replyingTo')}
          onRemove={() => write({ replyToId: undefined })}
        />
      )}
      {slash.isOpen && <SlashPalette {...slash} />}
      <Tray sessionId={session.id} />
      {recorder.isRecording && (
        <RecordingBar
          isInterrupted={recorder.isInterrupted}
          onSend={() => void recorder.finish()}
          onCancel={recorder.cancel}
        />
      )}
      <TextBox
        ref={box}
        label={say('mode.reply')}
        placeholder={say(isOnePane ? 'replyPlaceholderShort' : 'replyPlaceholder')}
        value={reply}
        maxLength={maxTextLength}
        aria-autocomplete="list"
        aria-controls={slash.isOpen ? slash.id : undefined}
        aria-activedescendant={slash.isOpen ? `${slash.id}-${slash.active}` : undefined}
        onChange={(text) => {
          write({ reply: text })
          hold(text)
        }}
        onKey={handleKey}
        onSend={handleSend}
        onPaste={(event) => {
          const { clipboardData } = event
          // A copied text may come with a picture of it.
          if (clipboardData.files.length === 0 || clipboardData.getData('text/plain') !== '') return
          event.preventDefault()
          addFiles(session.id, [...clipboardData.files])
        }}
      />
      <div className={styles['row']}>
        <span className={styles['tools']}>
          <AttachButton sessionId={session.id} />
          <IconButton
            label={say('templates')}
            shortcut="t"
            aria-keyshortcuts="t"
            icon={<LayoutTemplate size={16} aria-hidden />}
            onClick={onTemplates}
          />
          {!recorder.isRecording && <RecordButton onClick={() => void recorder.start()} />}
          <SuggestButton session={session} />
        </span>
        <p role="status" className={styles['error']}>
          {unfilled !== undefined && <span>{say('fillBlank', { name: unfilled.name })}</span>}
          {isUploadLost && <span>{say('removeUnsendable')}</span>}
        </p>
        {!recorder.isRecording && (
          <Button
            variant="primary"
            disabled={!canSend}
            icon={<SendHorizontal size={16} className={styles['arrow']} aria-hidden="true" />}
            aria-label={sendLabel}
            onClick={handleSend}
          >
            <span className={styles['wide']}>{sendLabel}</span>
            <span className={styles['narrow']}>{price}</span>
          </Button>
        )}
      </div>
    </>
  )
}

interface ReplyToSend {
  text: string
  tray: Upload[]
  replyToId: string | undefined
}

/** Sends each file as a message; the text is the caption of the first, or follows as one of its own. */
function useSendReply(sessionId: string): (reply: ReplyToSend) => void {
  const { send } = useOutbox()
  return ({ text, tray: [first, ...others], replyToId }) => {
    if (first === undefined) return send({ sessionId, text, replyToId })
    const isCaption = mediaKindOf(first.mimeType) !== 'audio' && text.length <= maxCaptionLength
    send({ sessionId, text: isCaption ? text : '', file: toOutboxFile(first), replyToId })
    for (const upload of others) send({ sessionId, text: '', file: toOutboxFile(upload) })
    if (!isCaption && text !== '') send({ sessionId, text })
    for (const { id } of [first, ...others]) takeFromTray(id)
    return undefined
  }
}

const toOutboxFile = ({ id: uploadId, fileName, mimeType, bytes, mediaId }: Upload) => ({
  uploadId,
  fileName,
  mimeType,
  bytes,
  mediaId,
})

/** Tab selects the next unfilled variable before it leaves the box. */
function selectNextVariable(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const variables = findUnfilled(value)
  // After the last variable Tab goes to the send button instead of back to the first.
  const isOneSelected = variables.some(
    ({ start, end }) => start === selectionStart && end === selectionEnd,
  )
  const next =
    variables.find(({ start }) => start >= selectionEnd) ??
    (isOneSelected ? undefined : variables[0])
  if (next === undefined) return false
  event.preventDefault()
  event.currentTarget.setSelectionRange(next.start, next.end)
  return true
}

/** The counter appears this many characters before the limit. */
const counterThreshold = 200

interface TextBoxProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'value' | 'onChange'
> {
  label: string
  value: string
  maxLength: number
  onChange: (value: string) => void
  onSend: () => void
  /** Returns whether the key was handled. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** A text box that grows with its text; Enter sends if the owner chose so. */
export function TextBox(props: TextBoxProps) {
  const { label, value, maxLength, onChange, onSend, onKey, ...area } = props
  const say = useWords()
  const { inbox } = useInboxSettings()
  const left = maxLength - textLength(value)
  const id = useId()
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During composition Enter belongs to the input method.
    if (isComposing(event) || onKey?.(event) === true) return
    if (!sendsReply(event, inbox.enterSends)) return
    event.preventDefault()
    onSend()
  }
  return (
    <div className={styles['box']}>
      <textarea
        rows={1}
        dir="auto"
        {...area}
        data-composer
        aria-label={label}
        aria-invalid={left < 0 || undefined}
        aria-describedby={left < 0 ? id : undefined}
        value={value}
        className={styles['area']}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={handleKeyDown}
      />
      {left >= 0 && left <= counterThreshold && (
        <p className={styles['counter']} role="status">
          {say('lettersLeft', { count: left })}
        </p>
      )}
      <TooLong id={id} by={Math.max(0, -left)} />
    </div>
  )
}

interface QuoteChipProps {
  message: Message
  label: string
  onRemove: () => void
}

/** The message that the reply quotes or the note is about. */
export function QuoteChip({ message, label, onRemove }: QuoteChipProps) {
  const say = useWords()
  return (
    <div className={styles['quoted']}>
      <p>
        <b>{label}</b>
        <span dir="auto">{toOneLine(message, say)}</span>
      </p>
      <IconButton
        size="small"
        label={say('removeQuote')}
        icon={<X size={14} />}
        onClick={onRemove}
      />
    </div>
  )
}
