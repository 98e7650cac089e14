import { problemSchema } from '@errand/contract/problem'
import * as z from 'zod/mini'

import { actorHeader } from '../registry/credentials.ts'
import { channelSchema } from '../rollouts/channel.ts'
import { CommandError } from './output.ts'

interface RequestOptions {
  body?: unknown
  /** Sent as they are. */
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

interface RegistryClientOptions {
  url: URL
  token: string | undefined
  actor: string
  /** What to do about a registry that does not know the token. */
  advice: string
}

export type RegistryClient = ReturnType<typeof createRegistryClient>

/** Asks a registry; every failure is a `CommandError` with a sentence. */
export function createRegistryClient({ url, token, actor, advice }: RegistryClientOptions) {
  const base = `${url.origin}/registry`
  const own = {
    [actorHeader]: encodeURIComponent(actor),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }

  async function send<S extends z.core.$ZodType>(
    method: string,
    path: string,
    schema: S,
    { body, bytes, headers }: RequestOptions = {},
  ): Promise<z.output<S>> {
    const payload = bytes ?? (body === undefined ? null : JSON.stringify(body))
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...own, ...headers },
      body: payload,
    }).catch((error: Error) => {
      const { cause } = error
      const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
      throw new CommandError(
        'unreachable',
        `The registry at ${base} cannot be reached${reason}. Start it with "npm start", or name another one with --registry.`,
      )
    })
    const answer = parse(await response.text())
    if (!response.ok) throw refusal(response.status, answer)
    const read = z.safeParse(schema, answer)
    if (read.success) return read.data
    throw new CommandError(
      'unreachable',
      `${base} does not answer as a registry does. Is the address right?`,
    )
  }

  function refusal(status: number, answer: unknown): CommandError {
    const problem = problemSchema.safeParse(answer).data
    if (problem === undefined) {
      return new CommandError(
        'unreachable',
        `${base} answered ${status}, not as a registry does. Is the address right?`,
      )
    }
    const sentence = problem.detail ?? problem.title
    if (status === 401) return new CommandError('refused', `${sentence} ${advice}`)
    if (status === 412) return new CommandError('conflict', sentence)
    return new CommandError(status >= 502 ? 'unreachable' : 'refused', sentence)
  }

  return {
    send,
    get: <S extends z.core.$ZodType>(path: string, schema: S) => send('GET', path, schema),
    post: <S extends z.core.$ZodType>(path: string, schema: S, options?: RequestOptions) =>
      send('POST', path, schema, options),
  }
}

/** For answers without a body. */
export const nothing = z.unknown()

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An app's channel as the registry tells of it. */
export const channelAnswer = z.extend(channelSchema, { changedAt: z.nullable(z.string()) })
export type ChannelAnswer = z.infer<typeof channelAnswer>

/** A release as the registry tells of it. */
const releaseAnswer = z.object({
  app: z.string(),
  version: z.string(),
  keyId: z.string(),
  commit: z.nullable(z.string()),
  publishedAt: z.string(),
  publishedBy: z.string(),
  deletedAt: z.nullable(z.string()),
})

/** `GET /apps`. */
export const appsAnswer = z.object({
  apps: z.array(
    z.object({
      app: z.string(),
      channel: channelAnswer,
      /** Whether the stable host can run the stable release. */
      fitsHost: z.boolean(),
    }),
  ),
})
export type AppRow = z.infer<typeof appsAnswer>['apps'][number]

/** `GET /apps/:app`; the releases come newest first. */
export const appAnswer = z.object({
  app: z.string(),
  publicKeys: z.record(z.string(), z.string()),
  channel: channelAnswer,
  releases: z.array(releaseAnswer),
})
export type AppAnswer = z.infer<typeof appAnswer>

/** One line of who did what, and why. */
const auditRow = z.object({
  at: z.string(),
  actor: z.string(),
  app: z.string(),
  action: z.string(),
  reason: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditRow = z.infer<typeof auditRow>

/** `GET /audit`; the newest line comes first. */
export const auditAnswer = z.object({ audit: z.array(auditRow) })
