import type { exportFormats, exportValues } from '@errand/contract/chats/export'
import { api } from '@errand/shared-auth'

/** Format and content of an export. */
export interface ExportRequest {
  format: (typeof exportFormats)[number]
  include: ('remarks' | 'formData' | 'events')[]
  /** Labels for people, or keys for programs. */
  values: (typeof exportValues)[number]
}

/** Exports one session, or all that match a filter; the api streams the file. */
export async function exportChats(
  { format, include, values }: ExportRequest,
  { sort: _sort, ...which }: Record<string, string>,
): Promise<{ file: Blob; name: string }> {
  const searchParams = { ...which, format, include: include.join(','), values }
  const answer = await api.get('chats/export', { searchParams })
  return { file: await answer.blob(), name: nameOf(answer, `chats.${format}`) }
}

/** The file name from the answer's header, in any script. */
function nameOf(answer: Response, fallback: string): string {
  const disposition = answer.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? fallback
}
