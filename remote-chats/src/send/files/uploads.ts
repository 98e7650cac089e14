import { maxFileBytes, mediaKindOf } from '@errand/contract/chats/media'
import type { MessageMedia } from '@errand/contract/chats/message'
import { newIdempotencyKey } from '@errand/contract/idempotency-key'
import { isApiError, isFinalError, onSessionChange, userMessage } from '@errand/shared-auth'
import { readFormats } from '@errand/shared-ui'
import { atom, createStore, useAtomValue } from 'jotai'
import { useMemo } from 'react'

import { words } from '../../words/words.ts'
import { toSendablePhoto } from './photo.ts'
import { uploadFile } from './upload-file.ts'

/** A file to send, as this page knows it. Its bytes are in memory only, so a reload loses them. */
export interface Upload {
  id: string
  sessionId: string
  /** Undefined for a file of a reply that was taken back, which the api has. */
  file: File | undefined
  fileName: string
  mimeType: string
  bytes: number
  state: 'uploading' | 'uploaded' | 'failed'
  /** The share that has been sent, from 0 to 1. */
  progress: number
  /** The id at the api, once it has the file. */
  mediaId?: string
  failure?: UploadFailure | undefined
  /** Whether it waits above the reply box; otherwise a reply has it. */
  isInTray: boolean
}

/** Why a file was not uploaded; one that was refused is refused again. */
interface UploadFailure {
  title: string
  isRefused: boolean
}

const store = createStore()
const uploadsAtom = atom<readonly Upload[]>([])
const cancels = new Map<string, AbortController>()
const listeners = new Set<(upload: Upload) => void>()

const all = () => store.get(uploadsAtom)

/** An upload of this page. */
export const findUpload = (id: string): Upload | undefined => all().find((one) => one.id === id)

function update(id: string, part: Partial<Upload>): void {
  store.set(
    uploadsAtom,
    all().map((one) => (one.id === id ? { ...one, ...part } : one)),
  )
}

/** Calls back whenever an upload has ended, well or not; returns how to stop. */
export function onUploadEnd(listener: (upload: Upload) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Puts files above the reply box of a chat and uploads them. */
export function addFiles(sessionId: string, files: readonly File[]): Upload[] {
  return files.map((file) => {
    const id = newIdempotencyKey()
    const { name: fileName, type: mimeType, size: bytes } = file
    const about = { id, sessionId, file, fileName, mimeType, bytes, isInTray: true }
    const upload: Upload = { ...about, state: 'uploading', progress: 0 }
    store.set(uploadsAtom, [...all(), upload])
    void start(id, file)
    return upload
  })
}

async function start(id: string, chosen: File): Promise<void> {
  const cancel = new AbortController()
  const { signal } = cancel
  cancels.set(id, cancel)
  update(id, { state: 'uploading', progress: 0, failure: undefined })
  try {
    const file = await toSendablePhoto(chosen)
    update(id, { file, fileName: file.name, mimeType: file.type, bytes: file.size })
    requireSize(file)
    const onProgress = (progress: number) => update(id, { progress })
    const { id: mediaId, mimeType, bytes } = await uploadFile(file, { signal, onProgress })
    update(id, { state: 'uploaded', mediaId, mimeType, bytes, progress: 1 })
  } catch (error) {
    if (signal.aborted) return
    update(id, { state: 'failed', failure: toFailure(error) })
  }
  const ended = findUpload(id)
  if (ended === undefined || signal.aborted) return
  for (const listener of listeners) listener(ended)
}

class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

function requireSize({ type, size }: File): void {
  const maxBytes = maxFileBytes[mediaKindOf(type)]
  if (size <= maxBytes) return
  throw new FileTooLarge(words('fileTooLarge', { size: formatBytes(maxBytes) }))
}

function toFailure(error: unknown): UploadFailure {
  if (error instanceof FileTooLarge) return { title: error.message, isRefused: true }
  const status = isApiError(error) ? error.status : 0
  const title = status === 415 ? words('fileTypeRefused') : userMessage(error)
  return { title, isRefused: isFinalError(error) }
}

/** The size of a file in words. */
export function formatBytes(bytes: number, formats = readFormats()): string {
  const isLarge = bytes >= 1024 * 1024
  const amount = isLarge ? bytes / 1024 / 1024 : Math.max(1, bytes / 1024)
  return formats.number(amount, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: isLarge ? 1 : 0,
  })
}

/** Uploads a file again that did not arrive. */
export function retryUpload(id: string): void {
  const { file, state } = findUpload(id) ?? {}
  if (file !== undefined && state === 'failed') void start(id, file)
}

/** Forgets a file, and stops its upload. */
export function removeUpload(id: string): void {
  cancels.get(id)?.abort()
  cancels.delete(id)
  store.set(
    uploadsAtom,
    all().filter((one) => one.id !== id),
  )
}

/** Hands a file to a reply, so that it no longer waits above the reply box. */
export const takeFromTray = (id: string): void => update(id, { isInTray: false })

/** Puts the file of a reply that was taken back above the reply box again. */
export function returnToTray(sessionId: string, media: Omit<MessageMedia, 'url'>): void {
  const { id: mediaId, mimeType, bytes, fileName = '' } = media
  const known = all().find((one) => one.id === mediaId || one.mediaId === mediaId)
  if (known !== undefined) return update(known.id, { isInTray: true })
  const ended = { state: 'uploaded', progress: 1, mediaId, isInTray: true } as const
  const upload = { id: mediaId, sessionId, file: undefined, fileName, mimeType, bytes, ...ended }
  return store.set(uploadsAtom, [...all(), upload])
}

/** The files that wait above the reply box of a chat. */
export function useTray(sessionId: string): Upload[] {
  const uploads = useAtomValue(uploadsAtom, { store })
  return useMemo(
    () => uploads.filter((one) => one.isInTray && one.sessionId === sessionId),
    [uploads, sessionId],
  )
}

/** An upload of this page, as it changes. */
export const useUpload = (id: string | undefined): Upload | undefined =>
  useAtomValue(uploadsAtom, { store }).find((one) => one.id === id)

/** How many files wait above reply boxes, and would be lost with the page. */
export const useTrayCount = (): number =>
  useAtomValue(uploadsAtom, { store }).filter(({ isInTray }) => isInTray).length

onSessionChange(() => {
  for (const { id } of all()) removeUpload(id)
})
