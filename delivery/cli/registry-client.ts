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

/** Asks a registry; every failure is a `CommandError` with a sentence. */
export class RegistryClient {
  readonly #base: string
  readonly #token: string | undefined
  readonly #actor: string
  readonly #advice: string

  constructor({ url, token, actor, advice }: RegistryClientOptions) {
    this.#base = `${url.origin}/registry`
    this.#token = token
    this.#actor = actor
    this.#advice = advice
  }

  get<S extends z.core.$ZodType>(path: string, schema: S): Promise<z.output<S>> {
    return this.send('GET', path, schema)
  }

  post<S extends z.core.$ZodType>(
    path: string,
    schema: S,
    options: RequestOptions = {},
  ): Promise<z.output<S>> {
    return this.send('POST', path, schema, options)
  }

  async send<S extends z.core.$ZodType>(
    method: string,
    path: string,
    schema: S,
    options: RequestOptions = {},
  ): Promise<z.output<S>> {
    const authorization =
      this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }
    const headers = { [actorHeader]: encodeURIComponent(this.#actor), ...authorization }
    const response = await this.#fetch(method, path, {
      ...options,
      headers: { ...headers, ...options.headers },
    })
    const text = await response.text()
    if (!response.ok) throw this.#refusal(response.status, text)
    const answer = z.safeParse(schema, parse(text))
    if (answer.success) return answer.data
    throw new CommandError(
      'unreachable',
      `${this.#base} does not answer as a registry does. Is the address right?`,
    )
  }

  async #fetch(method: string, path: string, options: RequestOptions): Promise<Response> {
    const { body, bytes, headers = {} } = options
    const payload = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
    try {
      return await fetch(`${this.#base}${path}`, {
        method,
        headers,
        ...(payload !== undefined && { body: payload }),
      })
    } catch (error) {
      const { cause } = error as Error
      const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
      throw new CommandError(
        'unreachable',
        `The registry at ${this.#base} cannot be reached${reason}. Start it with "npm start", or name another one with --registry.`,
      )
    }
  }

  #refusal(status: number, text: string): CommandError {
    const problem = problemSchema.safeParse(parse(text)).data
    if (problem === undefined) {
      return new CommandError(
        'unreachable',
        `${this.#base} answered ${status}, not as a registry does. Is the address right?`,
      )
    }
    const sentence = problem.detail ?? problem.title
    if (status === 401) return new CommandError('refused', `${sentence} ${this.#advice}`)
    if (status === 412) return new CommandError('conflict', sentence)
    return new CommandError(status >= 502 ? 'unreachable' : 'refused', sentence)
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
