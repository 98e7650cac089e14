import { AnswerTooLarge } from '@errand/contract/limit-answer'
import { problemSchema } from '@errand/contract/problem'
import * as z from 'zod/mini'

import { fetchLimited } from '../platform/fetch-limited.ts'
import { withSilenceLimit, publishingMs, SilenceError } from '../platform/silence.ts'
import { actorHeader } from '../signing/credentials.ts'
import { CommandError } from './output.ts'

interface RequestOptions {
  body?: unknown
  /** Sent unchanged. */
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /**
   * What may have happened if no answer comes, such as `the rollback`; undefined for a request that
   * only reads.
   */
  action?: string | undefined
}

interface RegistryClientOptions {
  url: URL
  token: string | undefined
  actor: string
  /** What to do if the registry does not know the token. */
  advice: string
}

export type RegistryClient = ReturnType<typeof createRegistryClient>

/** Calls a registry; every failure is a `CommandError` with a sentence. */
export function createRegistryClient({ url, token, actor, advice }: RegistryClientOptions) {
  const base = `${url.origin}/registry`
  const ownHeaders = {
    [actorHeader]: encodeURIComponent(actor),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }

  async function send<S extends z.core.$ZodType>(
    method: string,
    path: string,
    schema: S,
    { body, bytes, headers, action }: RequestOptions = {},
  ): Promise<z.output<S>> {
    const doubt = action === undefined ? '' : uncertaintyNote(action, path)
    const { response, text } = await exchange().catch((error: Error) => {
      throw toConnectionError(error, doubt)
    })
    const answer = parseJson(text)
    if (!response.ok) throw toCommandError(response.status, answer, doubt)
    const read = z.safeParse(schema, answer)
    if (read.success) return read.data
    throw new CommandError(
      'unreachable',
      `${base} does not answer as a registry does. Is the address right?`,
    )

    function exchange() {
      const sent =
        bytes === undefined ? {} : { body: new Blob([bytes]).stream(), answerMs: publishingMs }
      const json = body === undefined ? null : JSON.stringify(body)
      return withSilenceLimit(sent, async (parts) => {
        const answered = await fetchLimited(`${base}${path}`, {
          method,
          headers: { ...ownHeaders, ...headers },
          body: parts.body ?? json,
          redirect: 'error',
          signal: parts.signal,
          ...(parts.body !== null && { duplex: 'half' }),
        })
        return { response: answered, text: await answered.text() }
      })
    }
  }

  /** Repeating a change without checking may make it twice. */
  function uncertaintyNote(action: string, path: string): string {
    const [, app = ''] = /^\/apps\/([^/]+)/.exec(path) ?? []
    return ` ${action} may have happened: "npx pnpm errand history ${app}" says so.`
  }

  function toConnectionError(error: Error, doubt: string): CommandError {
    const registry = `The registry at ${base}`
    if (error instanceof SilenceError)
      return new CommandError('unreachable', `${registry} ${error.message}.${doubt}`)
    if (error instanceof AnswerTooLarge)
      return new CommandError('unreachable', `${error.message}. Is the address right?${doubt}`)
    const { cause } = error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (doubt !== '' && connectionLostCodes.has(code))
      return new CommandError('unreachable', `${registry} broke off (${code}).${doubt}`)
    const reason = code === '' ? '' : ` (${code})`
    return new CommandError(
      'unreachable',
      `${registry} cannot be reached${reason}. Start it with "npm start", or name another one with --registry.`,
    )
  }

  function toCommandError(status: number, answer: unknown, doubt: string): CommandError {
    const problem = problemSchema.safeParse(answer).data
    const isLost = status >= 502 && status <= 504
    // The registry says what it does not have; the api, whose address it may be, does not.
    if (problem === undefined || (status === 404 && problem.detail === undefined)) {
      return new CommandError(
        'unreachable',
        `${base} answered ${status}, not as a registry does. Is the address right?${isLost ? doubt : ''}`,
      )
    }
    const sentence = problem.detail ?? problem.title
    if (status === 401) return new CommandError('refused', `${sentence} ${advice}`)
    if (status === 412) return new CommandError('conflict', sentence)
    if (isLost) return new CommandError('unreachable', `${sentence}${doubt}`)
    if (status < 500) return new CommandError('refused', sentence)
    return new CommandError('failed', `${sentence} (trace ${problem.traceId})`)
  }

  return {
    send,
    get: <S extends z.core.$ZodType>(path: string, schema: S) => send('GET', path, schema),
    post: <S extends z.core.$ZodType>(path: string, schema: S, options?: RequestOptions) =>
      send('POST', path, schema, options),
  }
}

/** Failures of an established connection, over which the request may have been sent. */
const connectionLostCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** For answers without a body. */
export const noBody = z.unknown()

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
