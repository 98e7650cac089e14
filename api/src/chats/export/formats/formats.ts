import type { exportFormats } from '@errand/contract/chats/export'

import type { WriteFormat } from './format.ts'
import { writeHtmlFile } from './html.ts'
import { writeJsonFile } from './json.ts'
import { writeCsvFile, writeXlsxFile } from './table.ts'
import { writeTextFile } from './text.ts'

type Format = (typeof exportFormats)[number]

/** How each kind of file is written, and what it is. */
export const formats: Record<Format, { mimeType: string; write: WriteFormat }> = {
  csv: { mimeType: 'text/csv; charset=utf-8', write: writeCsvFile },
  json: { mimeType: 'application/json', write: writeJsonFile },
  txt: { mimeType: 'text/plain; charset=utf-8', write: writeTextFile },
  html: { mimeType: 'text/html; charset=utf-8', write: writeHtmlFile },
  xlsx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: writeXlsxFile,
  },
}
