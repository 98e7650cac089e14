import { expect } from 'vitest'
import * as z from 'zod/mini'

import { calls, type Call, type Expected } from './seed-calls.ts'
import type { Person } from './test-api.ts'

/** Method and path of a line, without the names in brackets. */
export function routeOf(call: string): { method: string; path: string } {
  const [method = '', path = ''] = call.replace(/ \(.*/, '').split(' ')
  return { method, path: `/api${path}` }
}

const namesOf = (call: string) => /\((?:query: )?(.*)\)/.exec(call)?.[1]?.split(', ')

/** Sends calls of the table for somebody, each checked against its row, and keeps which were sent. */
export function createSender(person: Person) {
  const sent = new Set<Call>()
  const send = async (
    call: Call,
    { id = '', body, query }: { id?: string; body?: object; query?: Record<string, string> } = {},
  ) => {
    const { method, path } = routeOf(call)
    const given = Object.keys(query ?? body ?? {})
    expect(given, call).toEqual(namesOf(call) ?? given)
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
    const answer = await person.call(method, path.replace('{id}', id) + search, { body })
    const { status, type, schema = z.string() }: Expected = calls[call]
    expect({ call, status: answer.status, body: answer.body }).toMatchObject({ call, status })
    expect(answer.headers.get('content-type'), call).toBe(type)
    // Nothing of the answer is missing in the schema, and nothing more is there; a file is text here.
    expect(z.parse(schema, answer.body), call).toEqual(answer.body)
    sent.add(call)
    return answer.body
  }
  return { sent, send }
}
/** Sends one line of the specification. */
export type Send = ReturnType<typeof createSender>['send']
