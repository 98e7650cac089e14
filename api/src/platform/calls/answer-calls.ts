import type { Call, PathNames } from '@errand/contract/call'
import type { Context, Env, Hono, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type * as z from 'zod/mini'

import type { OwnerEnv } from '../http/context.ts'
import { readIfMatch, type Precondition } from '../http/etag.ts'
import { readId } from '../http/read-id.ts'
import { jsonBody, queryString } from '../http/request-input.ts'
import { describeCall, type CallWords } from './describe.ts'

type Parsed<S> = S extends z.core.$ZodType ? z.output<S> : undefined

/** What a call is answered from: who sent it, and its path, query and body as the contract reads them. */
type CallInput<C extends Call, E extends Env> = E['Variables'] &
  Record<PathNames<C['path']>, string> & {
    c: Context<E>
    query: Parsed<C['query']>
    body: Parsed<C['body']>
    /** Whether a version is the one that `If-Match` names. */
    isWanted: Precondition
  }

/** The JSON of the answer, or a response of another kind. */
type CallAnswer<C extends Call> = z.input<C['answer']> | Response

/**
 * Returns a function by which an app answers calls whose paths begin with `base`:
 * `on(readJobCall, { summary: 'Read a job', leaves: 'nothing' }).answer(({ ownerId, id }) => …)`.
 */
export function answerCalls<E extends Env>(app: Hono<E>, base: string, tag: CallWords['tag']) {
  return <C extends Call>(
    call: C,
    { before, ...words }: Omit<CallWords, 'tag'> & { before?: MiddlewareHandler<E> },
  ) => ({
    answer(work: (input: CallInput<C, E>) => CallAnswer<C> | Promise<CallAnswer<C>>): void {
      const { method, path, query, body, isBodyOptional = false, status = [200] } = call
      const handlers = [
        describeCall(call, { ...words, tag }),
        ...(query === undefined ? [] : [queryString(query)]),
        ...(body === undefined ? [] : [jsonBody(body, { isOptional: isBodyOptional })]),
        ...(before === undefined ? [] : [before]),
      ] as MiddlewareHandler<E>[]
      app.on(method, [path.slice(base.length) || '/'], ...handlers, async (c: Context<E>) => {
        const answer = await work(readInput(c, call))
        if (answer instanceof Response) return answer
        return c.json(answer as object, status[0] as ContentfulStatusCode)
      })
    },
  })
}

/** Answers calls of owners: what `answerCalls` returns for an app that asks them to sign in. */
export type OwnerCalls = ReturnType<typeof answerCalls<OwnerEnv>>

function readInput<C extends Call, E extends Env>(c: Context<E>, call: C): CallInput<C, E> {
  const ids = Object.entries(c.req.param()).map(([name, text]) => {
    const kind = call.ids?.[name]
    return [name, kind === undefined ? text : readId(kind, text)]
  })
  return {
    ...c.var,
    ...Object.fromEntries(ids),
    c,
    query: c.req.valid('query' as never),
    body: c.req.valid('json' as never),
    isWanted: call.isVersioned ? readIfMatch(c) : () => true,
  }
}
