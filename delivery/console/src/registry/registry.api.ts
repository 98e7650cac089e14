import { problemSchema, type Problem } from '@errand/contract/problem'
import {
  appAnswer,
  appsAnswer,
  auditAnswer,
  changeAnswer,
  errorsAnswer,
  meAnswer,
  timelineAnswer,
} from '@errand/delivery/rollouts/answers'
import type { Change } from '@errand/delivery/rollouts/change'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { readSession, signOut } from '../session/session.ts'

/** Why a request failed; `problem` is what the registry said, if it said anything. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  /** 0 without an answer. */
  readonly status: number
  readonly problem: Problem | undefined

  constructor(status: number, problem?: Problem, options?: ErrorOptions) {
    super(problem?.detail ?? problem?.title ?? `The registry answered ${status}`, options)
    this.status = status
    this.problem = problem
  }
}

interface RequestOptions extends Pick<RequestInit, 'method' | 'body' | 'signal'> {
  headers?: Record<string, string>
}

const maxAnswerMs = 10_000

async function send<S extends z.core.$ZodType>(
  path: string,
  schema: S,
  { signal, headers, ...request }: RequestOptions = {},
): Promise<z.output<S>> {
  const { token } = readSession()
  const limit = AbortSignal.timeout(maxAnswerMs)
  const response = await fetch(`/registry${path}`, {
    ...request,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    headers: { ...headers, authorization: `Bearer ${token}` },
  }).catch((cause: unknown) => {
    throw new RegistryError(0, undefined, { cause })
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return z.parse(schema, answer)
  // Another one may have signed in meanwhile.
  if (response.status === 401 && token === readSession().token) signOut({ isExpired: true })
  throw new RegistryError(response.status, problemSchema.safeParse(answer).data)
}

const pathOf = (app: string): string => `/apps/${encodeURIComponent(app)}`

const read = <S extends z.core.$ZodType>(path: string, schema: S) =>
  queryOptions({ queryKey: [path], queryFn: ({ signal }) => send(path, schema, { signal }) })

/** Whose token it is. */
export const meQuery = () => read('/me', meAnswer)

/** All apps and flags, with the figures of their rollouts. */
export const appsQuery = () => read('/apps', appsAnswer)

/** One app or flag with its releases. */
export const appQuery = (app: string) => read(pathOf(app), appAnswer)

/** The uncaught errors of its releases. */
export const errorsQuery = (app: string) => read(`${pathOf(app)}/errors`, errorsAnswer)

/** Who changed what, the newest first. */
export const historyQuery = (app: string) =>
  read(`/audit?app=${encodeURIComponent(app)}`, auditAnswer)

/** Its rollout over time; null if there was none of late. */
export const timelineQuery = (app: string) =>
  read(`${pathOf(app)}/timeline`, z.nullable(timelineAnswer))

/** A change of an app, meant for the revision that its author has seen. */
export interface ChangeRequest {
  app: string
  change: Change
  reason: string
  seen: number
}

/** Makes a change; throws `RegistryError`. */
export const changeApp = ({ app, change, reason, seen }: ChangeRequest) =>
  send(`${pathOf(app)}/changes`, changeAnswer, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'if-match': `"${seen}"` },
    body: JSON.stringify({ change, ...(reason !== '' && { reason }) }),
  })
