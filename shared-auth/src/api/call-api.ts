import type { Answer, Call, Given } from '@errand/contract/call'
import type { ResponsePromise } from 'ky'

import { api } from './api.ts'

/** Optional where nothing has to be given. */
type Giving<C extends Call> = object extends Given<C> ? [given?: Given<C>] : [given: Given<C>]

/** Sends a call to the api and returns its answer: `callApi(readJobCall, { id, signal })`. */
export function callApi<C extends Call>(call: C, ...[given]: Giving<C>): Promise<Answer<C>> {
  return send(call, given).json(call.answer) as Promise<Answer<C>>
}

/** The same for a call that is answered with a file: `callApiForFile(readInvoiceCall, { id })`. */
export const callApiForFile = <C extends Call>(call: C, ...[given]: Giving<C>): Promise<Blob> =>
  send(call, given).blob()

interface AnyGiven {
  [name: string]: unknown
  query?: Record<string, string | number | boolean | null | undefined>
  version?: number
  key?: string
  signal?: AbortSignal
  timeoutMs?: number
}

function send({ method, path }: Call, given: object = {}): ResponsePromise {
  const { query, body, version, key, signal, timeoutMs, ...names } = given as AnyGiven
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(names[name])),
  )
  const isSaid = ([, value]: [string, unknown]) =>
    value !== undefined && value !== null && value !== ''
  return api(filled.slice(1), {
    method,
    searchParams: Object.fromEntries(
      Object.entries(query ?? {})
        .filter(isSaid)
        .map(([name, value]) => [name, String(value)]),
    ),
    headers: {
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { json: body }),
    ...(signal !== undefined && { signal }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  })
}
