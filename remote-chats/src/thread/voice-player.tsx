import type { MessageMedia } from '@errand/contract/chats/message'
import { IconButton, useFormats } from '@errand/shared-ui'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'

import { useFile } from '../media/use-file.ts'
import { useWords } from '../words/words.ts'
import styles from './media.module.css'

const speeds = [1, 1.5, 2] as const

/** Plays a voice note, and shows what was said where that is known. */
export function VoicePlayer({ media }: { media: MessageMedia }) {
  const say = useWords()
  const formats = useFormats()
  const audio = useRef<HTMLAudioElement>(null)
  const player = usePlayer(media, audio)
  const { isPlaying, seconds, length, speed } = player
  const { transcript } = media
  return (
    <div className={styles['voice']} role="group" aria-label={say('voiceNote')}>
      <IconButton
        label={say(isPlaying ? 'pause' : 'play')}
        isBusy={player.isLoading}
        icon={isPlaying ? <Pause size={16} /> : <Play size={16} />}
        onClick={player.toggle}
      />
      <input
        type="range"
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={Math.min(seconds, length)}
        aria-label={say('position')}
        aria-valuetext={clock(seconds)}
        onChange={({ target }) => player.seek(Number(target.value))}
      />
      <time>{clock(isPlaying || seconds > 0 ? seconds : length)}</time>
      <button
        type="button"
        className={styles['speed']}
        aria-label={say('speed', { speed: formats.number(speed) })}
        onClick={player.faster}
      >
        {formats.number(speed)}×
      </button>
      {/* The words are below where anybody knows them. */}
      {/* eslint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={audio} src={player.address} />
      {player.isError && <p className={styles['gone']}>{say('fileGone')}</p>}
      {transcript !== undefined && (
        <p className={styles['transcript']} dir="auto">
          <b>{say('heard')}</b> {transcript.text}
        </p>
      )}
    </div>
  )
}

function usePlayer(media: MessageMedia, audio: RefObject<HTMLAudioElement | null>) {
  const [isWanted, setIsWanted] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const [speed, setSpeed] = useState<number>(speeds[0])
  const { address, isLoading, isError, retry } = useFile(media, isWanted)
  useEffect(() => {
    const element = audio.current
    if (element === null || address === undefined) return undefined
    const handlers = {
      play: () => setIsPlaying(true),
      pause: () => setIsPlaying(false),
      timeupdate: () => setSeconds(element.currentTime),
      ended: () => setSeconds(0),
    }
    const listed = Object.entries(handlers)
    for (const [name, handler] of listed) element.addEventListener(name, handler)
    // It was asked for by a press on Play.
    void element.play().catch(() => undefined)
    return () => {
      for (const [name, handler] of listed) element.removeEventListener(name, handler)
    }
  }, [address, audio])
  const toggle = () => {
    if (isError) return void retry()
    if (address === undefined) return setIsWanted(true)
    if (isPlaying) return audio.current?.pause()
    return void audio.current?.play().catch(() => undefined)
  }
  const seek = (to: number) => {
    setSeconds(to)
    change(audio.current, { currentTime: to })
  }
  const faster = () => {
    const next = speeds[(speeds.findIndex((one) => one === speed) + 1) % speeds.length] ?? 1
    setSpeed(next)
    // A file that is fetched later begins at the speed that is meant by default.
    change(audio.current, { playbackRate: next, defaultPlaybackRate: next })
  }
  const length = (media.durationMs ?? 0) / 1000
  return {
    address,
    isLoading,
    isError,
    isPlaying,
    seconds,
    length,
    speed,
    toggle,
    seek,
    faster,
  }
}

/** Minutes and seconds, `0:07`. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function change(
  element: HTMLAudioElement | null,
  to: Partial<Pick<HTMLAudioElement, 'currentTime' | 'playbackRate' | 'defaultPlaybackRate'>>,
): void {
  if (element !== null) Object.assign(element, to)
}
