import * as z from 'zod/mini'

/** The kinds of files that WhatsApp shows each in its own way. */
export const mediaKinds = ['image', 'audio', 'video', 'document'] as const
export type MediaKind = (typeof mediaKinds)[number]

const mib = 1024 * 1024

/** The largest file of each kind that can be sent: WhatsApp's limits, but less than its 100 MB of documents. */
export const maxFileBytes: Record<MediaKind, number> = {
  image: 5 * mib,
  audio: 16 * mib,
  video: 16 * mib,
  document: 32 * mib,
}

/** The largest file of any kind. */
export const maxUploadBytes = Math.max(...Object.values(maxFileBytes))

/** The longest caption of a file that WhatsApp takes. */
export const maxCaptionLength = 1024

/** How long an uploaded file waits to be sent. */
export const uploadHours = 24

/** The kind of a file that is sent: what WhatsApp does not show in the chat itself is a document. */
export function mediaKindOf(mimeType: string): MediaKind {
  if (/^image\/(jpeg|png)$/.test(mimeType)) return 'image'
  if (/^video\/(mp4|3gpp)$/.test(mimeType)) return 'video'
  if (/^audio\/(aac|mp4|mpeg|amr|ogg|opus)/.test(mimeType)) return 'audio'
  return 'document'
}

/** A file that can be sent, as its owner uploaded it. */
export const uploadedFileSchema = z.object({
  id: z.string(),
  /** By its content. */
  mimeType: z.string(),
  bytes: z.int(),
  fileName: z.string(),
})
export type UploadedFile = z.infer<typeof uploadedFileSchema>

/** The answer of `POST /files`. */
export const uploadResponseSchema = z.object({ success: z.literal(true), file: uploadedFileSchema })
