import type { ChildProcess } from 'node:child_process'

import { tokenOfCopy } from './databases.ts'
import { megabytes, report } from './figures.ts'
import { residentMemory, tidyMemory } from './processes.ts'

const most = 64 * 1024 * 1024
const lookEveryMs = 10

/** Has all messages of an account written into a file and fetches that, watching the server's memory. */
export async function measureExport(
  server: ChildProcess,
  url: string,
  { token, messages }: { token: string; messages: number },
): Promise<void> {
  // A small one before, so that code and connections are there.
  const small = { authorization: `Bearer ${tokenOfCopy(1)}` }
  await download(`${url}/api/chats/export?format=csv`, small)
  const before = await tidyMemory(server)
  let highest = before
  const watch = setInterval(
    () => (highest = Math.max(highest, residentMemory(server))),
    lookEveryMs,
  )
  const bytes = await exportAll(url, token)
  clearInterval(watch)
  report({
    name: 'export',
    threshold: `< ${megabytes(most)} more`,
    measured: `${megabytes(highest - before)} more for ${messages} messages, ${megabytes(bytes)} of CSV`,
    isMet: highest - before < most,
  })
}

async function exportAll(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const ask = async (path: string) =>
    (await fetch(`${url}${path}`, { headers })).json() as Promise<Record<string, unknown>>
  const { exportId } = await ask('/api/chats/export?format=csv')
  if (typeof exportId !== 'string') throw new Error('The export was not begun')
  for (;;) {
    const { export: state } = (await ask(`/api/chats/exports/${exportId}`)) as {
      export: { status: string }
    }
    if (state.status === 'failed') throw new Error('The export failed')
    if (state.status === 'ready')
      return download(`${url}/api/chats/exports/${exportId}/file`, headers)
  }
}

async function download(url: string, headers: Record<string, string>): Promise<number> {
  let bytes = 0
  for await (const chunk of (await fetch(url, { headers })).body ?? []) bytes += chunk.length
  return bytes
}
