import { paths } from '@errand/contract/paths'
import { Button, ConfirmDialog, IconButton } from '@errand/shared-ui'
import { Mic, SendHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { useBlocker } from 'react-router-dom'

import { focusComposer } from '../../shared/panes.ts'
import { showError } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'
import styles from './files.module.css'
import { webmToOgg } from './webm-to-ogg.ts'

/** What browsers record in, what WhatsApp shows as a voice message first: Firefox, Chrome, Safari. */
const recordingTypes = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4']

/** Enough for speech. */
const audioBitsPerSecond = 32_000

/** Whether this browser, on this origin, can record. */
const canRecord = (): boolean =>
  'MediaRecorder' in window && 'mediaDevices' in navigator && recordingType() !== undefined

const recordingType = () => recordingTypes.find((type) => MediaRecorder.isTypeSupported(type))

/** A recording under way, or one whose microphone was taken away, by a call or with its headset. */
interface Recording {
  recorder: MediaRecorder
  /** All that was recorded, once the recorder has stopped. */
  data: Promise<Blob>
  isInterrupted: boolean
}

/** Records a voice message; `start` asks for the microphone. */
export function useRecorder(onRecorded: (file: File) => void) {
  const say = useWords()
  const [recording, setRecording] = useState<Recording>()
  const isGone = useRef(false)
  const isAsking = useRef(false)
  const release = useEffectEvent(() => stopTracks(recording?.recorder))
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      release()
    }
  }, [])
  const start = async () => {
    if (!canRecord()) return toast.error(say('cannotRecord'))
    // A second press would record twice.
    if (isAsking.current) return undefined
    isAsking.current = true
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const mimeType = recordingType() ?? ''
      const next = new MediaRecorder(stream, { mimeType, audioBitsPerSecond })
      // The chat may have been left while the browser asked.
      if (isGone.current) return stopTracks(next)
      const { promise: data, resolve } = Promise.withResolvers<Blob>()
      next.addEventListener('dataavailable', (event) => resolve(event.data))
      // Without a word of the owner only if its microphone has gone.
      next.addEventListener('stop', () =>
        setRecording((now) => (now?.recorder === next ? { ...now, isInterrupted: true } : now)),
      )
      next.start()
      return setRecording({ recorder: next, data, isInterrupted: false })
    } catch {
      toast.error(say('microphoneRefused'))
    } finally {
      isAsking.current = false
    }
    return undefined
  }
  const cancel = () => {
    stopTracks(recording?.recorder)
    setRecording(undefined)
    focusComposer()
  }
  const finish = async () => {
    if (recording === undefined) return
    const { recorder, data } = recording
    if (recorder.state !== 'inactive') recorder.stop()
    cancel()
    try {
      const recorded = await data
      if (recorded.size === 0) toast.error(say('nothingRecorded'))
      else onRecorded(await toVoiceFile(recorded))
    } catch (error) {
      showError(error)
    }
  }
  return {
    isRecording: recording !== undefined,
    isInterrupted: recording?.isInterrupted === true,
    start,
    finish,
    cancel,
  }
}

/** Also turns off the sign of the browser that the microphone is on. */
function stopTracks(recorder: MediaRecorder | undefined): void {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop()
}

async function toVoiceFile(recording: Blob): Promise<File> {
  const ogg = recording.type.startsWith('audio/webm') ? await webmToOgg(recording) : undefined
  const voice = ogg ?? recording
  const [type = ''] = voice.type.split(';')
  return new File([voice], `voice-message.${type === 'audio/mp4' ? 'm4a' : 'ogg'}`, { type })
}

/** Starts a recording. */
export function RecordButton({ onClick }: { onClick: () => void }) {
  const say = useWords()
  return (
    <IconButton label={say('recordVoice')} icon={<Mic size={16} aria-hidden />} onClick={onClick} />
  )
}

interface RecordingBarProps {
  isInterrupted: boolean
  onSend: () => void
  onCancel: () => void
}

/** Shown above the reply box while a voice message is recorded. */
export function RecordingBar({ isInterrupted, onSend, onCancel }: RecordingBarProps) {
  const say = useWords()
  const seconds = useSeconds(!isInterrupted)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div role="group" aria-label={say('recording')} className={styles['recording']}>
      <p>
        {!isInterrupted && <span className={styles['dot']} aria-hidden="true" />}
        <span role="status">{say(isInterrupted ? 'microphoneGone' : 'recording')}</span>
        <time dir="ltr">{time}</time>
      </p>
      <IconButton
        label={say('discardRecording')}
        icon={<Trash2 size={16} aria-hidden />}
        onClick={onCancel}
      />
      <Button
        variant="primary"
        autoFocus
        icon={<SendHorizontal size={16} className={styles['arrow']} aria-hidden="true" />}
        onClick={onSend}
      >
        {say('send')}
      </Button>
      <LeaveGuard />
    </div>
  )
}

/** Asks before the chat or the page is left with a recording that was not sent. */
function LeaveGuard() {
  const say = useWords()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      chatIn(currentLocation) !== chatIn(nextLocation) &&
      // Signing out never asks.
      nextLocation.pathname !== paths.login,
  )
  useEffect(() => {
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmLeave)
    return () => window.removeEventListener('beforeunload', confirmLeave)
  }, [])
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={say('leaveRecording')}
      confirmLabel={say('discardRecording')}
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{say('leaveRecordingWhy')}</p>
    </ConfirmDialog>
  )
}

/** The page, and the chat that is open on it. */
const chatIn = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${pathname} ${new URLSearchParams(search).get('session') ?? ''}`

/** The seconds for which something goes on. */
function useSeconds(goesOn: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!goesOn) return undefined
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [goesOn])
  return seconds
}
