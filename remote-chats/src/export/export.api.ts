import {
  exportResponseSchema,
  exportStartedSchema,
  type Export,
  type exportFormats,
  type exportValues,
} from '@errand/contract/chats/export'
import { api } from '@errand/shared-auth'

export type ExportFormat = (typeof exportFormats)[number]

/** What is exported: one chat, or all under a filter. */
export interface ExportRequest {
  sessionId?: string
  filter?: Record<string, string>
  format: ExportFormat
  include: ('remarks' | 'formData' | 'events')[]
  /** What people read, unless the keys that programs know are asked for. */
  values?: (typeof exportValues)[number]
}

/** A file that is ready, or the id of one that is made in the background. */
export type ExportAnswer = { file: Blob; name: string } | { exportId: string }

/** Larger files are streamed for a while. */
const timeoutMs = 120_000

export async function exportChats(
  { sessionId, filter = {}, format, include, values = 'labels' }: ExportRequest,
  signal?: AbortSignal,
): Promise<ExportAnswer> {
  const { sort: _sort, ...narrowed } = filter
  const searchParams = {
    ...narrowed,
    ...(sessionId !== undefined && { sessionId }),
    format,
    include: include.join(','),
    values,
  }
  const options = { searchParams, timeout: timeoutMs, ...(signal !== undefined && { signal }) }
  const answer = await api.get('chats/export', options)
  if (answer.status === 202) {
    return { exportId: exportStartedSchema.parse(await answer.json()).exportId }
  }
  return { file: await answer.blob(), name: nameOf(answer, `chats.${format}`) }
}

export async function readExport(id: Export['id'], signal: AbortSignal): Promise<Export> {
  return (await api.get(`chats/exports/${id}`, { signal }).json(exportResponseSchema)).export
}

export async function readExportFile({ id, fileName }: Pick<Export, 'id' | 'fileName'>) {
  const answer = await api.get(`chats/exports/${id}/file`, { timeout: timeoutMs })
  return { file: await answer.blob(), name: nameOf(answer, fileName ?? id) }
}

/** The name that the api gave the file, in any script. */
function nameOf(answer: Response, fallback: string): string {
  const disposition = answer.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? fallback
}
