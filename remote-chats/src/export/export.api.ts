import type { exportFormats, exportValues } from '@errand/contract/chats/export'
import { api } from '@errand/shared-auth'

/** What is written of the chats, and how. */
export interface ExportRequest {
  format: (typeof exportFormats)[number]
  include: ('remarks' | 'formData' | 'events')[]
  /** What people read, or the keys that programs know. */
  values: (typeof exportValues)[number]
}

/** The file of one chat, or of all under a filter; it is written while it is fetched. */
export async function exportChats(
  { format, include, values }: ExportRequest,
  { sort: _sort, ...which }: Record<string, string>,
): Promise<{ file: Blob; name: string }> {
  const searchParams = { ...which, format, include: include.join(','), values }
  const answer = await api.get('chats/export', { searchParams })
  return { file: await answer.blob(), name: nameOf(answer, `chats.${format}`) }
}

/** The name that the api gave the file, in any script. */
function nameOf(answer: Response, fallback: string): string {
  const disposition = answer.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? fallback
}
