import { Button, IconButton } from '@errand/shared-ui'
import { Mic, SendHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import toast from 'react-hot-toast'

import { showError } from '../chats/parts.tsx'
import { focusComposer } from '../inbox/panes.ts'
import { useWords } from '../words/words.ts'
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

/** Records a voice message; `start` asks for the microphone. */
export function useRecorder(onRecorded: (file: File) => void) {
  const say = useWords()
  const [recorder, setRecorder] = useState<MediaRecorder>()
  const isGone = useRef(false)
  const isAsking = useRef(false)
  const release = useEffectEvent(() => stopTracks(recorder))
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
      next.start()
      return setRecorder(next)
    } catch {
      toast.error(say('microphoneRefused'))
    } finally {
      isAsking.current = false
    }
    return undefined
  }
  const cancel = () => {
    stopTracks(recorder)
    setRecorder(undefined)
    focusComposer()
  }
  const finish = async () => {
    if (recorder === undefined) return
    const recorded = Promise.withResolvers<Blob>()
    recorder.addEventListener('dataavailable', ({ data }) => recorded.resolve(data))
    recorder.stop()
    cancel()
    try {
      onRecorded(await toVoiceFile(await recorded.promise))
    } catch (error) {
      showError(error)
    }
  }
  return { isRecording: recorder !== undefined, start, finish, cancel }
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
  onSend: () => void
  onCancel: () => void
}

/** Shown above the reply box while a voice message is recorded. */
export function RecordingBar({ onSend, onCancel }: RecordingBarProps) {
  const say = useWords()
  const seconds = useSeconds()
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div role="group" aria-label={say('recording')} className={styles['recording']}>
      <p>
        <span className={styles['dot']} aria-hidden="true" />
        <span role="status">{say('recording')}</span>
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
    </div>
  )
}

/** The seconds since it was first shown. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
