import type { Call } from '@errand/contract/call'
import { type DescribeRouteOptions, describeRoute, resolver } from 'hono-openapi'
import type * as z from 'zod/mini'

/** The schema of an answer, a stream of events, or none for what the caller has already. */
type Answer = z.core.$ZodType | 'events' | 'unchanged'

/**
 * What leaves the account by a call, is led elsewhere from then on or ends for good, and whether it
 * asks for a sign-in of the last ten minutes.
 */
export interface Leaving {
  what: string
  code: 'always' | 'sometimes' | 'never'
  /** What is asked about, or why nothing is. */
  why?: string
}

interface Operation {
  tag: 'Account' | 'Jobs' | 'Chats' | 'Billing' | 'Events'
  summary: string
  /** Nothing where the owner changes what is theirs here, or reads what pages show. */
  leaves: 'nothing' | Leaving
  description?: string
  parameters?: NonNullable<DescribeRouteOptions['parameters']>
  /** Schemas of JSON, or server-sent events. */
  answers: Record<number, Answer>
  /** The media types that a 200 may have instead of JSON. */
  fileTypes?: string[]
  /** No token is asked for. */
  isPublic?: boolean
  /** The problem statuses of this call; any call may also answer 401, 429, 500 and 503. */
  problems: number[]
}

const idempotencyKeyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Chosen by the client. The same request with the same key is done once in 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
} as const

const ifMatchHeader = {
  name: 'If-Match',
  in: 'header',
  description: 'The `ETag` of the version to change. Another version answers 412.',
  schema: { type: 'string', examples: ['"7"'] },
} as const

export const lastEventIdHeader = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The id of the last event that the client has.',
  schema: { type: 'string', pattern: '^[0-9]+$' },
} as const

/** Shared by all calls: written out, it would be longer than most of them. */
const problem = { $ref: '#/components/responses/Problem' }

/**
 * Describes a call in the OpenAPI document; its body and query describe themselves:
 * `describeOperation({ tag, summary, leaves: 'nothing', answers: { 200: fileSchema }, problems: [404] })`.
 */
export function describeOperation(operation: Operation) {
  const { tag, summary, leaves, description, parameters, answers, problems } = operation
  const { fileTypes = [], isPublic = false } = operation
  const fileContent = Object.fromEntries(fileTypes.map((type) => [type, {}]))
  const contentOf = (answer: Exclude<Answer, 'unchanged'>) =>
    answer === 'events'
      ? { 'text/event-stream': { schema: { type: 'string' as const } } }
      : { 'application/json': { schema: resolver(answer, { options: { io: 'output' } }) } }
  const successResponses = Object.entries(answers).map(([status, answer]) => [
    status,
    {
      description: summary,
      ...(answer !== 'unchanged' && {
        content: {
          ...contentOf(answer),
          ...((status === '200' || status === '206') && fileContent),
        },
      }),
    },
  ])
  const problemResponses = [...(isPublic ? [] : [401, 429]), ...problems, 500, 503].map(
    (status) => [status, problem],
  )
  // The type of the library names no extensions.
  const extensions = { 'x-leaves': leaves }
  return describeRoute({
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
    ...extensions,
    security: isPublic ? [] : [{ idToken: [] }],
    responses: Object.fromEntries([...successResponses, ...problemResponses]),
  })
}

/** What the document says of a call besides what its contract says; `answers` where each status has its own. */
export type CallWords = Omit<Operation, 'parameters' | 'answers' | 'problems'> &
  Partial<Pick<Operation, 'answers'>>

/** Describes a call of the contract, whose problems follow from what it takes. */
export function describeCall(call: Call, words: CallWords) {
  const { ids, query, body, isKeyed, isVersioned, answer, status = [200] } = call
  const ofBody = body === undefined ? [] : [400, 413, 415, 422]
  const problems = [
    403,
    ...ofBody,
    ...(query === undefined ? [] : [422]),
    ...(ids === undefined ? [] : [404]),
    ...(isKeyed ? [400, 409] : []),
    ...(isVersioned ? [400, 412] : []),
    ...(call.problems ?? []),
  ]
  const parameters = [
    ...(isKeyed ? [idempotencyKeyHeader] : []),
    ...(isVersioned ? [ifMatchHeader] : []),
  ]
  return describeOperation({
    answers: Object.fromEntries(status.map((one) => [one, answer])),
    ...words,
    ...(parameters.length > 0 && { parameters }),
    problems: [...new Set(problems)].toSorted((a, b) => a - b),
  })
}
