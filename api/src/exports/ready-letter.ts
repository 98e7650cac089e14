import { paths } from '@errand/contract/paths'
import * as z from 'zod/mini'

import { writeNotice, type NoticeLetter } from '../mail/notice-letter.ts'
import type { ExportRow } from './export-file.ts'

export const readyExportKind = 'export_ready'

/** What the database holds of the letter until it is sent. */
export const readyExportMailSchema = z.object({
  to: z.string(),
  exportId: z.string(),
  kind: z.enum(['chats', 'account']),
  fileName: z.string(),
  /** Until then the file is kept. */
  expiresAt: z.string(),
})
export type ReadyExportMail = z.output<typeof readyExportMailSchema>

const pages: Record<ExportRow['kind'], string> = {
  chats: paths.chats.list,
  account: paths.settings,
}

/**
 * Tells an owner that his file is there. The link leads to the page that fetches it: whoever only has
 * the letter has to sign in first.
 */
export function writeReadyLetter(
  { to, exportId, kind, fileName, expiresAt }: ReadyExportMail,
  publicUrl: string,
): Promise<NoticeLetter> {
  const page = `${pages[kind]}?export=${encodeURIComponent(exportId)}`
  return writeNotice({
    to,
    subject: 'Your export is ready',
    paragraphs: [fileName, `It is kept until ${expiresAt.slice(0, 10)}.`],
    link: { href: `${publicUrl}${page}`, label: 'Download the file' },
  })
}
