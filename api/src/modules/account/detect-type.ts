import { typesByEnding } from '../../platform/files/file-endings.ts'

/** As much of a file as its type is found by. */
export const headBytes = 4096

/** What a file is said to be, which decides only where its content leaves a choice. */
interface Claim {
  /** In small letters, without the dot. */
  extension: string
  mimeType: string
}

const { doc, xls, ppt, docx, xlsx, pptx, vcf, tsv } = typesByEnding

/** Archives and compound files are many things, told apart by their extension. */
const officeTypes: Record<'zip' | 'compound', Record<string, string>> = {
  zip: { docx, xlsx, pptx },
  compound: { doc, xls, ppt },
}

/** Texts that programs open by more than their being text; all others are plain. */
const textTypes: Record<string, string> = {
  txt: 'text/plain',
  csv: 'text/csv',
  ics: 'text/calendar',
  tsv,
  vcf,
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
  if (signs.startsWith('%PDF-')) return pdf
  if (signs.startsWith('PK\x03\x04')) return officeTypes.zip[claim.extension]
  if (signs.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) {
    return officeTypes.compound[claim.extension]
  }
  if (isPdfBehind(signs, claim)) return pdf
  if (isText(head, 'utf-8')) return textTypes[claim.extension] ?? 'text/plain'
  return isOlderText(head) ? textTypes[claim.extension] : undefined
}

const pdf = 'application/pdf'

/** Readers take a PDF whose header has a byte order mark or anything else before it, within 1024 bytes. */
function isPdfBehind(signs: string, { extension, mimeType }: Claim): boolean {
  const isClaimed = extension === 'pdf' || mimeType === pdf
  const isProgram = /^(MZ|\x7FELF|#!)/.test(signs)
  return isClaimed && !isProgram && signs.slice(0, 1024 + 4).includes('%PDF-')
}

/** A recording without a picture is in the same container as a film. */
function typeOfMp4(brand: string, { mimeType, extension }: Claim): string | undefined {
  if (/^M4[AB] $/.test(brand)) return 'audio/mp4'
  if (brand.startsWith('3g')) return 'video/3gpp'
  // Photos of Apple's, and QuickTime.
  if (/^(hei|hev|mif|avi|qt)/.test(brand)) return undefined
  return mimeType.startsWith('audio/') || extension === 'm4a' ? 'audio/mp4' : 'video/mp4'
}

/** Whether it is text of that encoding; the last character may be cut off. */
function isText(head: Uint8Array, encoding: string): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    return text !== '' && !/[^\P{Cc}\t\n\f\r]/u.test(text)
  } catch {
    return false
  }
}

/** Whether it may be text as spreadsheets save it: UTF-16 with its mark, or Windows-1252 and its like. */
function isOlderText(head: Uint8Array): boolean {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return isText(head, 'utf-16le')
  if (first === 0xfe && second === 0xff) return isText(head, 'utf-16be')
  // Of which language is not known, so any sign may be a letter.
  return head.every((sign) => sign >= 0x20 || [0x09, 0x0a, 0x0c, 0x0d].includes(sign))
}
