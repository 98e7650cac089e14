import { maxFileBytes } from '@errand/contract/chats/media'

/** WhatsApp shows photos no larger than this. */
const maxSidePx = 2560
const quality = 0.88

/** A photo as WhatsApp takes it; phones and screens make larger ones, and of other types. */
export async function toSendablePhoto(file: File): Promise<File> {
  const isPhoto = /^image\/(jpeg|png|webp|avif|hei[cf])$/.test(file.type)
  const isSendable = /^image\/(jpeg|png)$/.test(file.type) && file.size <= maxFileBytes.image
  if (!isPhoto || isSendable) return file
  try {
    const photo = await createImageBitmap(file)
    const scale = Math.min(1, maxSidePx / Math.max(photo.width, photo.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(photo.width * scale)
    canvas.height = Math.round(photo.height * scale)
    const context = canvas.getContext('2d')
    if (context === null) return file
    // JPEG has no transparency, and would show black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(photo, 0, 0, canvas.width, canvas.height)
    photo.close()
    const { promise, resolve } = Promise.withResolvers<Blob | null>()
    canvas.toBlob(resolve, 'image/jpeg', quality)
    const smaller = await promise
    if (smaller === null) return file
    return new File([smaller], file.name.replace(/\.\w+$/, '.jpg'), { type: smaller.type })
  } catch {
    // The browser cannot read it; the api says what can be sent.
    return file
  }
}
