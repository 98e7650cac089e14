import { maxTextLength, type Message } from '@errand/contract/chats/message'
import { matchesSearch } from '@errand/contract/search-text'
import { hasVisibleText } from '@errand/contract/visible-text'
import { Button, IconButton, TooLong, isComposing, textLength, tooLongBy } from '@errand/shared-ui'
import { LayoutTemplate, SendHorizontal, X } from 'lucide-react'
import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react'

import type { Chat } from '../chat/chat.ts'
import { toOneLine } from '../chat/message-body.tsx'
import { useInboxSettings, useUnitPrice } from '../chats/chats.queries.ts'
import { useOutbox } from '../outbox/use-outbox.tsx'
import { useWords } from '../words/words.ts'
import { SuggestButton } from './assistant.tsx'
import styles from './composer.module.css'
import {
  fillVariables,
  findUnfilled,
  knownValues,
  sendsReply,
  useChatDraft,
  useHoldAssistant,
} from './reply.ts'
import { ChannelNotice } from './unreachable.tsx'

interface ReplyBoxProps {
  chat: Chat
  onTemplates: () => void
}

/** The box for replies to the contact. */
export function ReplyBox({ chat, onTemplates }: ReplyBoxProps) {
  const { session, items } = chat
  const say = useWords()
  const box = useRef<HTMLTextAreaElement>(null)
  const { draft, write } = useChatDraft(session.id)
  const { business } = useInboxSettings()
  const { send } = useOutbox()
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
  const canSend = hasVisibleText(reply) && unfilled === undefined && !isTooLong && !slash.isOpen

  const handleSend = () => {
    if (unfilled !== undefined) return box.current?.setSelectionRange(unfilled.start, unfilled.end)
    if (!canSend) return undefined
    send({ sessionId: session.id, text: reply.trim(), replyToId: draft.replyToId })
    return write({ reply: '', replyToId: undefined })
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (slash.handleKey(event)) return true
    return event.key === 'Tab' && !event.shiftKey && selectNextVariable(event)
  }
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
      <TextBox
        ref={box}
        label={say('mode.reply')}
        placeholder={say('replyPlaceholder')}
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
      />
      <div className={styles['row']}>
        <span className={styles['tools']}>
          <IconButton
            label={say('templates')}
            shortcut="t"
            aria-keyshortcuts="t"
            icon={<LayoutTemplate size={16} aria-hidden />}
            onClick={onTemplates}
          />
          <SuggestButton session={session} />
        </span>
        <p role="status" className={styles['error']}>
          {unfilled !== undefined && <span>{say('fillBlank', { name: unfilled.name })}</span>}
        </p>
        <Button
          variant="primary"
          disabled={!canSend}
          icon={<SendHorizontal size={16} className={styles['arrow']} aria-hidden="true" />}
          aria-label={price === undefined ? say('send') : say('sendFor', { price })}
          onClick={handleSend}
        >
          <span className={styles['wide']}>
            {price === undefined ? say('send') : say('sendFor', { price })}
          </span>
          <span className={styles['narrow']}>{price}</span>
        </Button>
      </div>
    </>
  )
}

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

/** The suggestions for `/`; the text box keeps the focus, and arrow keys choose. */
function SlashPalette({ id, choices, active, hasQuick }: ReturnType<typeof useSlash>) {
  const say = useWords()
  return (
    <div className={styles['palette']}>
      <div id={id} role="listbox" aria-label={say('quickReplies')}>
        {choices.map((choice, index) => (
          <div
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // The text box must keep the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              choice.onPick()
            }}
          >
            <b dir="auto">{choice.name}</b>
            <span dir="auto">{choice.text}</span>
          </div>
        ))}
      </div>
      {!hasQuick && <p>{say('noQuickReplies')}</p>}
    </div>
  )
}

interface SlashOptions {
  text: string
  onPick: (text: string) => void
  onTemplates: () => void
}

/** Quick replies and templates for a reply that starts with `/`, found by name or text. */
function useSlash({ text, onPick, onTemplates }: SlashOptions) {
  const say = useWords()
  const { inbox } = useInboxSettings()
  const id = useId()
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<string>()
  const slashQuery = /^\/([^\n]*)$/.exec(text)?.[1]
  const quickReplies = inbox.quickReplies.map((one) => ({
    id: `quick:${one.name}`,
    ...one,
    onPick: () => onPick(one.text),
  }))
  const templates = {
    id: 'templates',
    name: say('templates'),
    text: say('templatesWhy'),
    onPick: () => {
      onPick('')
      onTemplates()
    },
  }
  const choices = [...quickReplies, templates].filter(({ name, text: words }) =>
    matchesSearch(`${name} ${words}`, slashQuery ?? ''),
  )
  const isOpen = slashQuery !== undefined && dismissed !== text && choices.length > 0
  const index = Math.min(active, choices.length - 1)

  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((index + step + choices.length) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choices[index]?.onPick()
    else if (event.key === 'Escape') setDismissed(text)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { id, isOpen, choices, active: index, handleKey, hasQuick: quickReplies.length > 0 }
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
