import { getExtension } from 'hono/utils/mime'

const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** Types by the endings that people's programs know them by, where the common table lacks them. */
export const typesByEnding = {
  docx: `${openXml}.wordprocessingml.document`,
  xlsx: `${openXml}.spreadsheetml.sheet`,
  pptx: `${openXml}.presentationml.presentation`,
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
  odp: `${openDocument}.presentation`,
  tsv: 'text/tab-separated-values',
  vcf: 'text/vcard',
  apk: 'application/vnd.android.package-archive',
  rar: 'application/vnd.rar',
  '7z': 'application/x-7z-compressed',
  jpg: 'image/jpeg',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  mov: 'video/quicktime',
  html: 'text/html',
} as const

const otherNames: Record<string, string> = {
  'text/x-vcard': 'vcf',
  'text/directory': 'vcf',
  'application/x-zip-compressed': 'zip',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'xlsm',
  'application/vnd.ms-word.document.macroenabled.12': 'docm',
}

/** The ending of a nameless file of a type, without the dot. */
export function endingOf(mimeType: string): string {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const [known] = Object.entries(typesByEnding).find(([, name]) => name === type) ?? []
  const [short] = /(?<=^[\w.-]+\/)[a-z0-9]{1,5}$/.exec(type) ?? []
  return known ?? otherNames[type] ?? getExtension(type) ?? short ?? 'bin'
}
