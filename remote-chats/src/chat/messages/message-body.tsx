import {
  type Message,
  messageKinds,
  type MessageMedia as Media,
} from '@errand/contract/chats/message'
import { plainText } from '@errand/contract/visible-text'
import { queryClient } from '@errand/shared-auth'
import { Button, saveFile, useFormats } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import {
  Ban,
  Download,
  FileText,
  FileX2,
  MapPin,
  MessageCircleQuestion,
  ShieldAlert,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'

import { fileQuery, useFile } from '../../send/files/file-query.ts'
import { formatBytes } from '../../send/files/uploads.ts'
import { useWords } from '../../words/words.ts'
import styles from './bubble.module.css'
import looks from './media.module.css'
import { Picture, Unavailable } from './picture-viewer.tsx'

const typeIcons: Partial<Record<Message['type'], typeof MapPin>> = {
  location: MapPin,
  contact: UserRound,
}

/** The content of a message. */
export function MessageBody({ message }: { message: Message }) {
  const say = useWords()
  const { type, text, media, template, deletedAt } = message
  const label = kindLabel(message, say)
  if (deletedAt !== undefined || (type === 'unsupported' && label === undefined)) {
    const Icon = deletedAt === undefined ? MessageCircleQuestion : Ban
    return (
      <p className={styles['other']}>
        <Icon size={16} aria-hidden="true" /> <span>{toOneLine(message, say)}</span>
      </p>
    )
  }
  const TypeIcon = typeIcons[type]
  return (
    <>
      {template !== undefined && <TemplateName name={template.name} />}
      <MessageOrigin message={message} />
      {label !== undefined && <p className={styles['template']}>{label}</p>}
      {media !== undefined && <MessageMedia message={{ ...message, media }} />}
      {text !== '' && (
        <p className={styles['text']} dir="auto">
          {TypeIcon !== undefined && <TypeIcon size={16} aria-hidden="true" />}
          {linkify(text)}
        </p>
      )}
    </>
  )
}

/** Where a message came from: an ad, or a product of the catalogue. */
function MessageOrigin({ message: { about } }: { message: Message }) {
  const say = useWords()
  if (about === undefined) return null
  const { kind, url, name } = about
  return (
    <p className={styles['template']} dir="auto">
      <span>{say(`about.${kind}`)}</span>{' '}
      {url === undefined ? <bdi>{name}</bdi> : linkify([name, url].filter(Boolean).join(' '))}
    </p>
  )
}

/** The label of a special kind of message; undefined for a kind of a later release. */
export function kindLabel({ kind }: Message, say: ReturnType<typeof useWords>): string | undefined {
  const known = messageKinds.find((one) => one === kind)
  return known && say(`kind.${known}`)
}

/** The name of the template that a text was made from. */
export function TemplateName({ name }: { name: string }) {
  const say = useWords()
  return <p className={styles['template']}>{say('templateOf', { name })}</p>
}

/** The text of a message, or a description if it has none. */
export function toOneLine(message: Message, say: ReturnType<typeof useWords>): string {
  const { type, text, reaction } = message
  if (message.deletedAt !== undefined) return say('messageDeleted')
  const label = kindLabel(message, say)
  if (label !== undefined) return [label, text].filter((part) => part !== '').join(': ')
  if (type === 'unsupported') return say('unsupported')
  return text || (reaction ?? say('quoteMedia'))
}

/** A URL, without punctuation that ends the sentence. */
const urlPattern = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/iu

/** Turns URLs into links; everything else stays plain text. */
const linkify = (text: string) =>
  text.split(urlPattern).map((piece, index) =>
    // Every second piece is a URL.
    index % 2 === 1 && URL.canParse(piece) ? (
      // eslint-disable-next-line react/no-array-index-key -- the pieces of a text never change places
      <a key={index} href={plainText(piece)} target="_blank" rel="noreferrer noopener" dir="ltr">
        {piece}
      </a>
    ) : (
      // eslint-disable-next-line react/no-array-index-key -- likewise
      <span key={index}>{piece}</span>
    ),
  )

/** Warnings about a contact's message: a lost file, or instructions aimed at the assistant. */
export function MessageNotes({ message }: { message: Message }) {
  const say = useWords()
  const { direction, error, flags = [] } = message
  if (direction === 'out') return null
  return (
    <>
      {error !== undefined && (
        <p className={styles['note']}>
          <FileX2 size={14} aria-hidden="true" /> <span>{say('fileLost')}</span>
        </p>
      )}
      {flags.includes('prompt_injection') && (
        <p className={styles['note']}>
          <ShieldAlert size={14} aria-hidden="true" /> <span>{say('givesOrders')}</span>
        </p>
      )}
    </>
  )
}

/** The buttons that the contact can tap instead of typing. */
export function MessageChoices({ message: { choices } }: { message: Message }) {
  const say = useWords()
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

/** An image, video, voice note or other file. */
function MessageMedia({ message }: { message: Message & { media: Media } }) {
  const say = useWords()
  const { media } = message
  const kind = media.mimeType.split('/')[0]
  if (kind === 'audio') return <VoiceNote media={media} />
  if (kind === 'image') return <Picture message={message} />
  if (kind === 'video') return <Playable media={media} label={say('playFilm')} />
  return <Document media={media} />
}

/** A video or voice note, loaded when it is played. */
function Playable({ media, label }: { media: Media; label: string }) {
  const [isWanted, setIsWanted] = useState(false)
  const { address: src, isFetching, isError, refetch } = useFile(media, isWanted)
  if (isError) return <Unavailable onRetry={() => void refetch()} />
  if (src === undefined) {
    return (
      <Button isBusy={isFetching} onClick={() => setIsWanted(true)}>
        {label}
      </Button>
    )
  }
  const Player = media.mimeType.startsWith('video') ? 'video' : 'audio'
  // There are no captions for a customer's recording.
  return <Player src={src} controls autoPlay={isWanted} className={looks['player']} />
}

function VoiceNote({ media }: { media: Media }) {
  const say = useWords()
  const formats = useFormats()
  const { durationMs, transcript } = media
  const seconds = Math.round((durationMs ?? 0) / 1000)
  const length = formats.number(seconds, { style: 'unit', unit: 'second', unitDisplay: 'narrow' })
  return (
    <div role="group" aria-label={say('voiceNote')}>
      <Playable media={media} label={seconds > 0 ? `${say('play')} · ${length}` : say('play')} />
      {transcript !== undefined && (
        <p className={looks['transcript']} dir="auto">
          <b>{say('heard')}</b> <span>{transcript.text}</span>
        </p>
      )}
    </div>
  )
}

function Document({ media }: { media: Media }) {
  const say = useWords()
  const formats = useFormats()
  const name = media.fileName ?? say('file')
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => queryClient.fetchQuery(fileQuery(media)),
    onSuccess: (file) => saveFile(file, name),
  })
  const size = formatBytes(media.bytes, formats)
  return (
    <div className={looks['document']}>
      <FileText size={20} aria-hidden="true" />
      <span>
        <b dir="auto">{name}</b>
        <span>{isError ? `${size} · ${say('fileGone')}` : size}</span>
      </span>
      <Button
        size="small"
        variant="quiet"
        isBusy={isPending}
        icon={<Download size={16} aria-hidden="true" />}
        aria-label={say('download', { name })}
        onClick={() => mutate()}
      />
    </div>
  )
}
