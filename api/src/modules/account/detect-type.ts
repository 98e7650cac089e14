/** As much of a file as its type is found by. */
export const headBytes = 4096

/** What a file is said to be, which decides only where its content leaves a choice. */
interface Claim {
  /** In small letters, without the dot. */
  extension: string
  mimeType: string
}

const openXml = 'application/vnd.openxmlformats-officedocument'

/** Archives and compound files are many things, told apart by their extension. */
const officeTypes: Record<'zip' | 'compound', Record<string, string>> = {
  zip: {
    docx: `${openXml}.wordprocessingml.document`,
    xlsx: `${openXml}.spreadsheetml.sheet`,
    pptx: `${openXml}.presentationml.presentation`,
  },
  compound: {
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
  },
}

/** The type of a file by its first bytes; undefined for what WhatsApp does not take. */
export function detectType(head: Uint8Array, claim: Claim): string | undefined {
  const signs = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  const [first = 0, second = 0] = head
  if (signs.startsWith('\xFF\xD8\xFF')) return 'image/jpeg'
  if (signs.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png'
  if (signs.startsWith('ftyp', 4)) return typeOfMp4(signs.slice(8, 12), claim)
  if (signs.startsWith('OggS')) return signs.includes('OpusHead') ? 'audio/ogg' : undefined
  if (signs.startsWith('#!AMR\n')) return 'audio/amr'
  if (signs.startsWith('ID3')) return 'audio/mpeg'
  // A frame of AAC has layer 0, one of MP3 layer 3.
  if (first === 0xff && (second & 0xf6) === 0xf0) return 'audio/aac'
  if (first === 0xff && (second & 0xe6) === 0xe2) return 'audio/mpeg'
  if (signs.startsWith('%PDF-')) return 'application/pdf'
  if (signs.startsWith('PK\x03\x04')) return officeTypes.zip[claim.extension]
  if (signs.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) {
    return officeTypes.compound[claim.extension]
  }
  return isText(head) ? 'text/plain' : undefined
}

/** A recording without a picture is in the same container as a film. */
function typeOfMp4(brand: string, { mimeType, extension }: Claim): string | undefined {
  if (/^M4[AB] $/.test(brand)) return 'audio/mp4'
  if (brand.startsWith('3g')) return 'video/3gpp'
  // Photos of Apple's, and QuickTime.
  if (/^(hei|hev|mif|avi|qt)/.test(brand)) return undefined
  return mimeType.startsWith('audio/') || extension === 'm4a' ? 'audio/mp4' : 'video/mp4'
}

/** Whether it is UTF-8 without control characters; the last character may be cut off. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return text !== '' && !/[^\P{Cc}\t\n\f\r]/u.test(text)
  } catch {
    return false
  }
}
