import type { FieldProblem } from '@errand/contract/problem'
import type { Context, MiddlewareHandler } from 'hono'
import { resolver, uniqueSymbol } from 'hono-openapi'
import * as z from 'zod/mini'

import { toSentence, toFieldProblems, toPointer } from './issues.ts'
import { Problem } from './problem.ts'

type Schema = z.core.$ZodType

/** Reads and checks the body; the same schema describes it in the OpenAPI document. */
export function jsonBody<S extends Schema>(schema: S, { isOptional = false } = {}) {
  const handler: MiddlewareHandler<
    object,
    string,
    { in: { json: z.input<S> }; out: { json: z.output<S> } }
  > = async (c, next) => {
    const document = await readJson(c, isOptional)
    const input = parseOrRefuse(schema, document) as object
    const errors = findUnknownMembers(document, input)
    if (errors.length > 0) throw new Problem('validation_failed', { errors })
    c.req.addValidatedData('json', input)
    await next()
  }
  const content = { 'application/json': { schema: resolver(schema) } }
  const requestBody = { required: !isOptional, content }
  return Object.assign(handler, { [uniqueSymbol]: { spec: { requestBody } } })
}

/** The value as the schema gives it back, or a problem that says what is wrong with it. */
function parseOrRefuse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const refused = findUnstorable(value)
  if (refused !== undefined) throw new Problem('validation_failed', { errors: [refused] })
  const result = z.safeParse(schema, value, { error: toSentence, reportInput: true })
  if (result.success) return result.data
  throw new Problem('validation_failed', { errors: toFieldProblems(result.error.issues) })
}

async function readJson(c: Context, isOptional: boolean): Promise<unknown> {
  const bytes = await c.req.arrayBuffer()
  if (bytes.byteLength === 0) {
    if (isOptional) return {}
    throw new Problem('malformed_request', { detail: 'The request has no body.' })
  }
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new Problem('unsupported_media_type', {
      detail: 'Send the body as content-type: application/json.',
    })
  }
  try {
    return parseJson(new Uint8Array(bytes))
  } catch (cause) {
    if (cause instanceof JsonTooLarge) {
      const error = cause.reason === 'too_deep' ? tooDeep([]) : tooMany([])
      throw new Problem('validation_failed', { errors: [error], cause })
    }
    throw new Problem('malformed_request', { detail: 'The body is not valid JSON.', cause })
  }
}

/** Checks the query string; the same schema describes it in the OpenAPI document. */
export function queryString<S extends z.core.$ZodType>(schema: S) {
  const handler: MiddlewareHandler<
    object,
    string,
    { in: { query: z.input<S> }; out: { query: z.output<S> } }
  > = async (c, next) => {
    c.req.addValidatedData('query', parseOrRefuse(schema, toRecord(c.req.queries())) as object)
    await next()
  }
  return Object.assign(handler, { [uniqueSymbol]: { target: 'query', ...resolver(schema) } })
}

function toRecord(queries: Record<string, string[]>): Record<string, string | undefined> {
  const entries = Object.entries(queries).map(([name, values]) => {
    if (values.length === 1) return [name, values[0]]
    const detail = 'Given more than once.'
    throw new Problem('validation_failed', {
      errors: [{ pointer: `#/${name}`, code: 'duplicate', detail }],
    })
  })
  return Object.fromEntries(entries)
}

/** More than this helps nobody. */
const maxErrors = 50

/** What of a body its schema left out, as it knows no such member: a misspelt one would change nothing. */
function findUnknownMembers(input: unknown, known: unknown): FieldProblem[] {
  const problems: FieldProblem[] = []
  look(input, known, [])
  return problems

  function look(value: unknown, its: unknown, path: Path): void {
    // A value that may be anything is passed on as it came.
    if (value === its || problems.length >= maxErrors) return
    if (!isObject(value) || !isObject(its)) return
    for (const [key, inner] of Object.entries(value)) {
      if (Object.hasOwn(its, key)) look(inner, Reflect.get(its, key), [...path, key])
      else if (problems.length < maxErrors) problems.push(unknownMember([...path, key]))
    }
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const unknownMember = (path: Path): FieldProblem => ({
  pointer: toPointer(path),
  code: 'unknown',
  detail: `"${String(path.at(-1)).slice(0, 80)}" is not known here.`,
})

const maxDepth = 32

/** More than the largest job has; a body within its bytes can hold half a million. */
const maxValues = 50_000

/**
 * Finds the first value of a JSON document that no schema minds and the database refuses: text with
 * U+0000 or half of a surrogate pair, and what is nested so deep or so large that nothing of ours is.
 */
export function findUnstorable(document: unknown, max = maxValues): FieldProblem | undefined {
  let count = 0
  return look(document, [])

  function look(value: unknown, path: Path): FieldProblem | undefined {
    if (typeof value === 'string') return isStorableText(value) ? undefined : unstorable(path)
    if (!isObject(value)) return undefined
    if (path.length === maxDepth) return tooDeep(path)
    const keys = Object.keys(value)
    count += keys.length
    if (count > max) return tooMany(path)
    for (const key of keys) {
      if (!isStorableText(key)) return unstorable(path)
      const inner: unknown = Reflect.get(value, key)
      // What can hold nothing has no path of its own until it is refused.
      const isFine = typeof inner === 'string' ? isStorableText(inner) : !isObject(inner)
      const found = isFine ? undefined : look(inner, [...path, key])
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Whether PostgreSQL can keep this text. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

type Path = readonly PropertyKey[]

function unstorable(path: Path): FieldProblem {
  return {
    pointer: toPointer(path),
    code: 'invalid_text',
    detail: 'Contains a character that cannot be stored.',
  }
}

function tooDeep(path: Path): FieldProblem {
  return {
    pointer: toPointer(path),
    code: 'too_deep',
    detail: `At most ${maxDepth} levels of nesting.`,
    params: { max: maxDepth },
  }
}

function tooMany(path: Path): FieldProblem {
  return {
    pointer: toPointer(path),
    code: 'too_many_values',
    detail: `At most ${maxValues} values in a document.`,
    params: { max: maxValues },
  }
}

/** Beyond these it matters to nobody where in a document it is too deep or too large; nothing looks at it. */
const maxParsedDepth = 100
const maxParsedValues = 100_000

/** A document that takes longer to parse than its bytes let one expect. */
class JsonTooLarge extends Error {
  override readonly name = 'TooNested'
  readonly reason: 'too_deep' | 'too_many_values'

  constructor(reason: JsonTooLarge['reason']) {
    super(reason)
    this.reason = reason
  }
}

const [quote, backslash, comma] = [34, 92, 44]
const opening = new Set([91, 123])
const closing = new Set([93, 125])

/**
 * Parses the bytes of a JSON document. How deep it is nested and how many values it has is counted
 * first: a megabyte of brackets takes a hundred times as long to parse as a megabyte of text.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let depth = 0
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === quote) {
      at = endOfString(bytes, at)
      continue
    }
    // Few bytes are signs: the sets are asked only for those that could be one.
    if (byte < comma || byte > 125) continue
    if (byte === comma) count += 1
    else if (opening.has(byte)) {
      depth += 1
      count += 1
    } else if (closing.has(byte)) depth -= 1
    if (depth > maxParsedDepth) throw new JsonTooLarge('too_deep')
    if (count > maxParsedValues) throw new JsonTooLarge('too_many_values')
  }
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

/** The place of the quote that ends a text. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}
