import { mediaKindOf } from '@errand/contract/chats/media'
import { IconButton, Progress, useFormats } from '@errand/shared-ui'
import { FileText, Film, Mic, Paperclip, RotateCw, X } from 'lucide-react'
import { useRef } from 'react'

import { useWords } from '../../words/words.ts'
import { useFile, useObjectUrl } from './file-query.ts'
import styles from './files.module.css'
import {
  addFiles,
  formatBytes,
  removeUpload,
  retryUpload,
  useTray,
  useUpload,
  type Upload,
} from './uploads.ts'

/** The files that will be sent with the reply, above its text. */
export function Tray({ sessionId }: { sessionId: string }) {
  const say = useWords()
  const uploads = useTray(sessionId)
  if (uploads.length === 0) return null
  return (
    <ul className={styles['tray']} aria-label={say('filesToSend')}>
      {uploads.map((upload) => (
        <li key={upload.id}>
          <TrayFile upload={upload} />
        </li>
      ))}
    </ul>
  )
}

function TrayFile({ upload }: { upload: Upload }) {
  const say = useWords()
  const formats = useFormats()
  const { id, fileName, bytes, state, progress, failure } = upload
  const name = fileName || say('file')
  const canRetry = state === 'failed' && failure?.isRefused === false
  return (
    <>
      <Preview upload={upload} />
      <span className={styles['about']}>
        <b dir="auto">{name}</b>
        {state === 'uploading' && <Progress label={say('uploading', { name })} value={progress} />}
        {state === 'uploaded' && <span>{formatBytes(bytes, formats)}</span>}
        {state === 'failed' && (
          <span role="alert" className={styles['failure']}>
            {failure?.title}
          </span>
        )}
      </span>
      {canRetry && (
        <IconButton
          size="small"
          label={say('uploadAgain', { name })}
          icon={<RotateCw size={14} aria-hidden />}
          onClick={() => retryUpload(id)}
        />
      )}
      <IconButton
        size="small"
        label={say('removeNamed', { name })}
        icon={<X size={14} aria-hidden />}
        onClick={() => removeUpload(id)}
      />
    </>
  )
}

const kindIcons = { audio: Mic, video: Film, document: FileText } as const

/** What a file to send looks like: a photo itself, of others their kind. */
function Preview({ upload: { file, mimeType, mediaId } }: { upload: Upload }) {
  const kind = mediaKindOf(mimeType)
  const isPhoto = mimeType.startsWith('image/')
  const local = useObjectUrl(isPhoto ? file : undefined)
  const { address } = useFile({ id: mediaId ?? '' }, isPhoto && file === undefined)
  const src = local ?? address
  if (src !== undefined) return <img src={src} alt="" className={styles['thumbnail']} />
  const Icon = kindIcons[kind === 'image' ? 'document' : kind]
  return (
    <span className={styles['thumbnail']}>
      <Icon size={18} aria-hidden="true" />
    </span>
  )
}

/** The types that the browser's chooser offers; a phone offers its camera for them. */
const accepted =
  'image/*,video/mp4,video/3gpp,audio/*,text/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.csv,.tsv,.vcf,.ics'

/** Opens the browser's chooser of files. */
export function AttachButton({ sessionId }: { sessionId: string }) {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={say('attach')}
        icon={<Paperclip size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={say('attach')}
        onChange={({ target }) => {
          addFiles(sessionId, [...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

interface PendingFileProps {
  uploadId: string
  fileName: string
  mimeType: string
}

/** The file of a reply that the api has not accepted yet, with its progress. */
export function PendingFile({ uploadId, fileName, mimeType }: PendingFileProps) {
  const say = useWords()
  const upload = useUpload(uploadId)
  const photo = useObjectUrl(upload?.mimeType.startsWith('image/') ? upload.file : undefined)
  const isAudio = mimeType.startsWith('audio/')
  const name = isAudio ? say('voiceNote') : fileName || say('file')
  const Icon = isAudio ? Mic : FileText
  return (
    <div className={styles['pending']}>
      {photo === undefined ? (
        <p className={styles['about']}>
          <Icon size={16} aria-hidden="true" />
          <b dir="auto">{name}</b>
        </p>
      ) : (
        <img src={photo} alt={name} />
      )}
      {upload?.state === 'uploading' && (
        <Progress label={say('uploading', { name })} value={upload.progress} />
      )}
    </div>
  )
}
