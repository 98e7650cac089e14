import type { MessageMedia, MessageMedia as Media } from '@errand/contract/chats/message'
import { api } from '@errand/shared-auth'
import { Button, useFormats } from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'

import { chatsKey } from '../chats/chats.queries.ts'
import { saveFile } from '../export/export.api.ts'
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

type File = Pick<MessageMedia, 'id' | 'url'>

/** Larger files stay on disk at the server and may take their time. */
const timeoutMs = 120_000

/** What a contact sent. The api asks for the token, which a link cannot carry. */
const fileQuery = ({ id, url }: File) =>
  queryOptions({
    queryKey: [...chatsKey, 'file', id],
    queryFn: ({ signal }) =>
      api.get(url.replace(/^\/api\//, ''), { signal, timeout: timeoutMs }).blob(),
    staleTime: Infinity,
    // Held while it is shown and a little longer: pictures are large.
    gcTime: 60_000,
  })

/** The address of a file in this page, once it is here; `isWanted` says when to fetch it. */
function useFile(file: File, isWanted: boolean) {
  const query = useQuery({ ...fileQuery(file), enabled: isWanted })
  const [made, setMade] = useState<{ of: Blob; address: string }>()
  const { data } = query
  useEffect(() => {
    if (data === undefined) return undefined
    const url = URL.createObjectURL(data)
    // An address exists only once it was made, and has to be taken back.
    // eslint-disable-next-line react/set-state-in-effect
    setMade({ of: data, address: url })
    return () => URL.revokeObjectURL(url)
  }, [data])
  const address = made !== undefined && made.of === data ? made.address : undefined
  return { address, isLoading: query.isFetching, isError: query.isError, retry: query.refetch }
}
