import type { MessageMedia as Media } from '@errand/contract/chats/message'
import { Button, useFormats } from '@errand/shared-ui'
import { Download, FileText } from 'lucide-react'
import { useState } from 'react'

import { saveFile } from '../media/save-file.ts'
import { useFile } from '../media/use-file.ts'
import { useWords } from '../words/words.ts'
import styles from './media.module.css'

/** A picture, a film, a voice note or any other file of a message. */
export function MessageMedia({ media }: { media: Media }) {
  const say = useWords()
  const kind = media.mimeType.split('/')[0]
  if (kind === 'audio') return <VoiceNote media={media} />
  if (kind === 'image') return <Picture media={media} />
  if (kind === 'video') return <Playable media={media} label={say('playFilm')} />
  return <Document media={media} />
}

function Picture({ media }: { media: Media }) {
  const say = useWords()
  const { address, isError, retry } = useFile(media, true)
  if (isError) return <Unavailable onRetry={() => void retry()} />
  if (address === undefined) return <div className={styles['frame']} aria-busy="true" />
  return (
    <a href={address} download={media.fileName ?? 'image'} className={styles['frame']}>
      <img src={address} alt={media.fileName ?? say('picture')} />
    </a>
  )
}

/** A film or a voice note, fetched when somebody wants it. */
function Playable({ media, label }: { media: Media; label: string }) {
  const [isWanted, setIsWanted] = useState(false)
  const { address, isLoading, isError, retry } = useFile(media, isWanted)
  if (isError) return <Unavailable onRetry={() => void retry()} />
  if (address === undefined) {
    return (
      <Button isBusy={isLoading} onClick={() => setIsWanted(true)}>
        {label}
      </Button>
    )
  }
  const Player = media.mimeType.startsWith('video') ? 'video' : 'audio'
  // Nobody wrote subtitles for what a customer recorded.
  return <Player src={address} controls autoPlay className={styles['player']} />
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
        <p className={styles['transcript']} dir="auto">
          <b>{say('heard')}</b> {transcript.text}
        </p>
      )}
    </div>
  )
}

function Document({ media }: { media: Media }) {
  const say = useWords()
  const formats = useFormats()
  const name = media.fileName ?? say('file')
  const { isLoading, isError, save } = useSave(media, name)
  return (
    <div className={styles['document']}>
      <FileText size={20} aria-hidden="true" />
      <span>
        <b dir="auto">{name}</b>
        <span>
          {formats.number(Math.max(1, Math.round(media.bytes / 1024)), {
            style: 'unit',
            unit: 'kilobyte',
            unitDisplay: 'short',
          })}
          {isError && ` · ${say('fileGone')}`}
        </span>
      </span>
      <Button
        size="small"
        variant="quiet"
        isBusy={isLoading}
        icon={<Download size={16} aria-hidden="true" />}
        aria-label={say('download', { name })}
        onClick={save}
      />
    </div>
  )
}

function useSave(media: Media, name: string) {
  const [isWanted, setIsWanted] = useState(false)
  const { address, isLoading, isError, retry } = useFile(media, isWanted)
  const save = async () => {
    if (address === undefined) {
      setIsWanted(true)
      const { data } = await retry()
      if (data !== undefined) saveFile(data, name)
      return
    }
    const blob = await fetch(address).then((answer) => answer.blob())
    saveFile(blob, name)
  }
  return { isLoading, isError, save: () => void save() }
}

function Unavailable({ onRetry }: { onRetry: () => void }) {
  const say = useWords()
  return (
    <div className={styles['gone']}>
      <span>{say('fileGone')}</span>
      <Button size="small" onClick={onRetry}>
        {say('tryAgain')}
      </Button>
    </div>
  )
}
