import type { Message, MessageMedia } from '@errand/contract/chats/message'
import { contactName } from '@errand/contract/visible-text'
import { queryClient } from '@errand/shared-auth'
import { Button, Dialog, IconButton, saveFile } from '@errand/shared-ui'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ReactNode,
} from 'react'

import type { Chat } from '../../data/chat.ts'
import { fileQuery, useFile } from '../../send/files/file-query.ts'
import { showError } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'
import looks from './media.module.css'

interface Pictures {
  /** Opens a message's picture. */
  open: (messageId: string) => void
  /** What a picture is called: its caption, or who sent it. */
  nameOf: (message: Message) => string
}

const PicturesContext = createContext<Pictures | undefined>(undefined)

type PictureMessage = Message & { media: MessageMedia }

const isPicture = (message: Message): message is PictureMessage =>
  message.media?.mimeType.startsWith('image/') === true && message.deletedAt === undefined

/** Lets the pictures of a chat be opened, one after the other. */
export function PictureViewer({ chat, children }: { chat: Chat; children: ReactNode }) {
  const say = useWords()
  const [openId, setOpenId] = useState<string>()
  const { session, items } = chat
  const name = contactName(session.contact)
  const pictures = useMemo<Pictures>(
    () => ({
      open: setOpenId,
      nameOf: ({ text, direction }) => {
        if (text !== '') return text
        return direction === 'in' ? say('photoFrom', { name }) : say('yourPhoto')
      },
    }),
    [say, name],
  )
  const all = items.filter(isPicture)
  const index = all.findIndex(({ id }) => id === openId)
  const shown = all[index]
  const step = (by: number) => setOpenId(all[index + by]?.id ?? openId)
  return (
    <PicturesContext value={pictures}>
      {children}
      <Dialog
        look="wide"
        isOpen={shown !== undefined}
        title={shown === undefined ? '' : pictures.nameOf(shown)}
        onClose={() => setOpenId(undefined)}
        actions={
          shown !== undefined && (
            <>
              <Steps {...{ index, count: all.length, step }} />
              <DownloadButton media={shown.media} />
            </>
          )
        }
      >
        {shown !== undefined && (
          <OpenPicture message={shown} name={pictures.nameOf(shown)} onStep={step} />
        )}
      </Dialog>
    </PicturesContext>
  )
}

interface StepsProps {
  index: number
  count: number
  step: (by: number) => void
}

function Steps({ index, count, step }: StepsProps) {
  const say = useWords()
  if (count < 2) return null
  return (
    <span className={looks['steps']}>
      <IconButton
        label={say('previousPhoto')}
        icon={<ChevronLeft size={16} className={looks['arrow']} aria-hidden />}
        // Not `disabled`: at the end the button would lose the focus.
        aria-disabled={index === 0}
        onClick={() => step(-1)}
      />
      <span role="status">{say('photoOf', { index: index + 1, count })}</span>
      <IconButton
        label={say('nextPhoto')}
        icon={<ChevronRight size={16} className={looks['arrow']} aria-hidden />}
        aria-disabled={index + 1 === count}
        onClick={() => step(1)}
      />
    </span>
  )
}

function DownloadButton({ media }: { media: MessageMedia }) {
  const say = useWords()
  const name = media.fileName ?? `${media.id}.${media.mimeType.split('/')[1]}`
  const handleClick = () => {
    const file = queryClient.fetchQuery(fileQuery(media))
    file.then((blob) => saveFile(blob, name)).catch(showError)
  }
  return (
    <Button icon={<Download size={16} aria-hidden="true" />} onClick={handleClick}>
      {say('downloadPhoto')}
    </Button>
  )
}

/** Goes through the pictures by arrow keys, wherever the focus is. */
function useArrowKeys(step: (by: number) => void): void {
  const handleKey = useEffectEvent(({ key }: KeyboardEvent) => {
    const isMirrored = getComputedStyle(document.body).direction === 'rtl'
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (by !== undefined) step(isMirrored ? -by : by)
  })
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])
}

interface OpenPictureProps {
  message: PictureMessage
  name: string
  onStep: (by: number) => void
}

/** A picture in full. */
function OpenPicture({ message: { media }, name, onStep }: OpenPictureProps) {
  const { address, isError, refetch } = useFile(media, true)
  useArrowKeys(onStep)
  return (
    <div className={looks['open']}>
      {isError && <Unavailable onRetry={() => void refetch()} />}
      {!isError && address === undefined && <div className={looks['frame']} aria-busy="true" />}
      {address !== undefined && <img src={address} alt={name} />}
    </div>
  )
}

/** The picture of a message; pressing it opens it. */
export function Picture({ message }: { message: PictureMessage }) {
  const pictures = use(PicturesContext)
  const { address: src, isError, refetch } = useFile(message.media, true)
  if (isError) return <Unavailable onRetry={() => void refetch()} />
  if (src === undefined) return <div className={looks['frame']} aria-busy="true" />
  return (
    <button
      type="button"
      className={looks['frame']}
      aria-haspopup="dialog"
      onClick={() => pictures?.open(message.id)}
    >
      <img src={src} alt={pictures?.nameOf(message) ?? message.text} />
    </button>
  )
}

/** Shown in place of a file that could not be loaded. */
export function Unavailable({ onRetry }: { onRetry: () => void }) {
  const say = useWords()
  return (
    <div className={looks['gone']}>
      <span>{say('fileGone')}</span>
      <Button size="small" onClick={onRetry}>
        {say('tryAgain')}
      </Button>
    </div>
  )
}
