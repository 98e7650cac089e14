import type { Message } from '@errand/contract/chats/message'
import { Ban, MapPin, MessageCircleQuestion, UserRound } from 'lucide-react'

import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { MessageMedia } from './message-media.tsx'
import { splitLinks } from './split-links.ts'

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
