import type { Message } from '@errand/contract/chats/message'
import { Ban, FileX2, MapPin, MessageCircleQuestion, ShieldAlert, UserRound } from 'lucide-react'

import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { MessageMedia } from './message-media.tsx'

const signs = {
  location: MapPin,
  contact: UserRound,
  unsupported: MessageCircleQuestion,
} as const

/** What a message says or shows. */
export function MessageBody({ message }: { message: Message }) {
  const say = useWords()
  const { type, text, media, template } = message
  if (message.deletedAt !== undefined) {
    return (
      <p className={styles['other']}>
        <Ban size={16} aria-hidden="true" /> {say('messageDeleted')}
      </p>
    )
  }
  if (type === 'reaction') return <p className={styles['emoji']}>{message.reaction ?? text}</p>
  if (type === 'unsupported') {
    return (
      <p className={styles['other']}>
        <MessageCircleQuestion size={16} aria-hidden="true" /> {say('unsupported')}
      </p>
    )
  }
  const Sign = type === 'location' || type === 'contact' ? signs[type] : undefined
  return (
    <>
      {template !== undefined && <TemplateName name={template.name} />}
      {media !== undefined && <MessageMedia media={media} />}
      {text !== '' && (
        <p className={styles['text']} dir="auto">
          {Sign !== undefined && <Sign size={16} aria-hidden="true" />}
          <Linked text={text} />
        </p>
      )}
    </>
  )
}

/** Which template a text was made from. */
export function TemplateName({ name }: { name: string }) {
  const say = useWords()
  return <p className={styles['template']}>{say('templateOf', { name })}</p>
}

/** A text with its addresses as links; nothing else of it is markup. */
const Linked = ({ text }: { text: string }) =>
  splitLinks(text).map(({ at, value, href }) =>
    href === undefined ? (
      value
    ) : (
      <a key={at} href={href} target="_blank" rel="noreferrer noopener" dir="ltr">
        {value}
      </a>
    ),
  )

/** What a message says, or what it is when it has no words. */
export function inOneLine(message: Message, say: ReturnType<typeof useWords>): string {
  const { type, text, reaction } = message
  if (message.deletedAt !== undefined) return say('messageDeleted')
  if (type === 'unsupported') return say('unsupported')
  return text || (reaction ?? say('quoteMedia'))
}

/** A piece of a text; one with `href` is an address. */
interface Piece {
  at: number
  value: string
  href?: string
}

const address = /https?:\/\/[^\s<>"']+/giu
/** What ends a sentence rather than an address. */
const trailing = /[.,;:!?)\]]+$/u

/** Cuts a text where web addresses begin and end. */
function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const value = match[0].replace(trailing, '')
    if (!URL.canParse(value)) continue
    if (match.index > end) pieces.push({ at: end, value: text.slice(end, match.index) })
    pieces.push({ at: match.index, value, href: value })
    end = match.index + value.length
  }
  if (end < text.length) pieces.push({ at: end, value: text.slice(end) })
  return pieces
}

/** What the owner should know of what a contact wrote: a file that is lost, orders to the assistant. */
export function MessageNotes({ message }: { message: Message }) {
  const say = useWords()
  const { direction, error, flags = [] } = message
  if (direction === 'out') return null
  return (
    <>
      {error !== undefined && (
        <p className={styles['note']}>
          <FileX2 size={14} aria-hidden="true" /> {say('fileLost')}
        </p>
      )}
      {flags.includes('prompt_injection') && (
        <p className={styles['note']}>
          <ShieldAlert size={14} aria-hidden="true" /> {say('givesOrders')}
        </p>
      )}
    </>
  )
}

/** What the contact can tap instead of writing. */
export function MessageChoices({ message }: { message: Message }) {
  const say = useWords()
  const { choices } = message
  if (choices === undefined) return null
  return (
    <ul className={styles['choices']} aria-label={say('choices')}>
      {choices.options.map(({ id, title }) => (
        <li key={id} dir="auto">
          {title}
        </li>
      ))}
    </ul>
  )
}
