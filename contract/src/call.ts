import type * as z from 'zod/mini'

import type { IdKind } from './ids.ts'

type Schema = z.core.$ZodType

/** What a call takes and gives back. */
interface CallParts {
  /** The kinds of the ids in the path, by their names there. */
  readonly ids?: Readonly<Record<string, IdKind>>
  readonly query?: Schema
  readonly body?: Schema
  /** Whether the body may be left out. */
  readonly isBodyOptional?: true
  readonly answer: Schema
  /** The statuses of the answer, if they are not 200 alone. */
  readonly status?: readonly number[]
  /** Whether `If-Match` can name the version to change. */
  readonly isVersioned?: true
  /** Whether `Idempotency-Key` has the call done once. */
  readonly isKeyed?: true
  /** The statuses of problems that do not follow from the other members. */
  readonly problems?: readonly number[]
}

/** A call of the api, written down once: the api answers it, pages send it, the OpenAPI document shows it. */
export interface Call extends CallParts {
  readonly method: string
  /** Below `/api`; the name after a colon stands for a value that each request has of its own. */
  readonly path: string
}

/** Writes down a call: `call('GET /jobs/:id', { ids: { id: 'job' }, answer: jobSchema })`. */
export function call<
  Method extends 'GET' | 'POST' | 'PUT' | 'DELETE',
  Path extends `/${string}`,
  const Parts extends CallParts,
>(line: `${Method} ${Path}`, parts: Parts) {
  const [method, path] = line.split(' ') as [Method, Path]
  return { ...parts, method, path }
}

/** The names in a path: `'id'` of `/jobs/:id`. */
export type PathNames<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? PathNames<Start> | PathNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** What the caller receives. */
export type Answer<C extends Call> = z.output<C['answer']>

type Optional<T> = { [Name in keyof T]?: T[Name] | undefined }
type Parameters<S> = S extends Schema
  ? { [Name in keyof z.input<S>]?: string | number | boolean | null | undefined }
  : never

/** What the caller gives; of `query` what is empty is left out. */
export type Given<C extends Call> = Record<PathNames<C['path']>, string> &
  (C['body'] extends Schema ? { body: z.input<C['body']> } : object) &
  Optional<{
    query: Parameters<C['query']>
    /** The version to change; another one answers 412. */
    version: C['isVersioned'] extends true ? number : never
    /** Repeated with the same key, the call is done once. */
    key: C['isKeyed'] extends true ? string : never
    signal: AbortSignal
    /** For an answer that may take longer than others. */
    timeoutMs: number
  }>
