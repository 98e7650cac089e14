import { gzipSync } from 'node:zlib'

import * as fc from 'fast-check'

import type { Operation } from '../operations.ts'
import { goodBodies, pathFor, type Scene } from '../scene.ts'
import type { Person } from '../test-api.ts'
import { type Draw, oddTexts, spoil, valuesOf } from './values.ts'

/** A request of one operation. */
export interface Call {
  operation: Operation
  kind: Kind
  /** With its query, as it is sent. */
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  /** The ids that the call does not name, and that no other owner may be shown. */
  hidden: string[]
}

/**
 * `good` is what a page sends; `described` is drawn from the schemas; `spoilt` is one of them with
 * something wrong; `foreign` is good and sent by another owner.
 */
export const kinds = ['good', 'described', 'spoilt', 'spoilt', 'foreign'] as const
type Kind = (typeof kinds)[number]

/** Whose things a call is about, and who sends it. */
export interface Parties {
  scene: Scene
  sender: Person
}

/** Makes one request of an operation. */
export function makeCall(
  draw: Draw,
  operation: Operation,
  kind: Kind,
  { scene, sender }: Parties,
): Call {
  const { call, method, parameters, body: schema } = operation
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const asked = query.flatMap(({ name, schema: values }): [string, string][] =>
    kind === 'foreign' || draw(fc.integer({ min: 0, max: 2 })) > 0
      ? []
      : [[name, knownId(scene, name) ?? String(draw(valuesOf(values)))]],
  )
  const isDrawn = kind === 'described' || (kind === 'spoilt' && draw(fc.boolean()))
  const good = goodBodies[call]?.(scene, sender)
  const content = schema !== undefined && isDrawn ? draw(valuesOf(schema)) : good
  const path = pathFor(operation.path, scene).replace('{token}', 'x'.repeat(43))
  const made: Call = {
    operation,
    kind,
    hidden: Object.values(scene)
      .filter((value) => typeof value === 'string')
      .filter((id) => !`${path} ${JSON.stringify(content)}`.includes(id)),
    path: withQuery(path, asked),
    headers: {
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...(call === 'POST /api/files' && { 'content-type': 'image/png', 'x-file-name': 'a.png' }),
    },
    body: content === undefined ? rawBody(call) : Buffer.from(JSON.stringify(content)),
  }
  if (kind !== 'spoilt') return made
  const canHaveBody = method === 'POST' || method === 'PUT' || schema !== undefined
  const ways = [
    spoilHeaders,
    ...(operation.path.includes('{') ? [spoilPath] : []),
    ...(query.length > 0 ? [spoilQuery, spoilQuery] : [addQuery]),
    ...(canHaveBody ? [spoilBytes, spoilType] : []),
    ...(content === undefined ? [] : [spoilContent, spoilContent, spoilContent, spoilContent]),
  ]
  return draw(fc.constantFrom(...ways))(draw, made)
}

const knownId = (scene: Scene, name: string): string | undefined => {
  const id: unknown = Object.getOwnPropertyDescriptor(scene, name)?.value
  return typeof id === 'string' ? id : undefined
}

const withQuery = (path: string, asked: [string, string][]) =>
  asked.length === 0 ? path : `${path}?${new URLSearchParams(asked).toString()}`

/** What these calls are sent, which have no schema; webhooks come without a signature. */
function rawBody(call: string): Buffer | undefined {
  if (call === 'POST /api/files') return Buffer.from('89504e470d0a1a0a', 'hex')
  return call.includes('POST /api/webhooks/') ? Buffer.from('{"entry":[],"event":"x"}') : undefined
}

const oddIds = fc.constantFrom(
  '%00',
  '%E0%A4%A',
  '%F0%9F%98%80',
  '..%2F..%2Fetc',
  '%252e%252e',
  'constructor',
  '__proto__',
  'usr_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'job_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  "1'%20or%20'1'='1",
  'x'.repeat(8000),
  'x'.repeat(40_000),
)

type Spoil = (draw: Draw, call: Call) => Call

const spoilPath: Spoil = (draw, call) => {
  const [path = '', ...query] = call.path.split('?')
  const names = call.operation.path.split('/')
  const at = draw(
    fc.constantFrom(...names.flatMap((name, index) => (name.startsWith('{') ? [index] : []))),
  )
  const steps = path.split('/').map((step, index) => (index === at ? draw(oddIds) : step))
  return { ...call, path: [steps.join('/'), ...query].join('?') }
}

const addTo = (path: string, more: string) => `${path}${path.includes('?') ? '&' : '?'}${more}`

const addQuery: Spoil = (draw, call) => {
  const more = ['__proto__=1', 'constructor[x]=1', 'x=%E0%A4%A', '&&&', '=', 'a%00b=1', '?', '#']
  return { ...call, path: addTo(call.path, draw(fc.constantFrom(...more))) }
}

const spoilQuery: Spoil = (draw, call) => {
  const names = call.operation.parameters.flatMap((one) => (one.in === 'query' ? [one.name] : []))
  const name = draw(fc.constantFrom(...names))
  const text = draw(fc.oneof(oddTexts, fc.string({ unit: 'binary' })))
  const value = encodeURIComponent(text.toWellFormed()).slice(0, 8000)
  const ways = [`${name}=${value}`, `${name}=${value}`, `${name}=1&${name}=2`, `${name}[]=1`, name]
  if (draw(fc.integer({ min: 0, max: 9 })) === 0) return addQuery(draw, call)
  const [path = ''] = call.path.split('?')
  return { ...call, path: addTo(path, draw(fc.constantFrom(...ways))) }
}

const spoilHeaders: Spoil = (draw, call) => {
  const described = call.operation.parameters.filter((parameter) => parameter.in === 'header')
  const name = draw(
    fc.constantFrom(
      ...described.flatMap((one) => [one.name, one.name, one.name]),
      'authorization',
      'accept',
      'accept-encoding',
      'accept-language',
      'if-none-match',
      'range',
      'traceparent',
      'x-forwarded-for',
      'x-request-id',
    ),
  )
  const texts = ['', '*', '"', 'W/"1"', '"1"', 'x', 'a, b', '-1', '9'.repeat(40), 'é', 'bytes=0-']
  const more = ['bytes=5-1', 'bytes=-0', '%00', 'x'.repeat(300), 'Bearer ', 'q=;', 'null']
  return {
    ...call,
    headers: { ...call.headers, [name.toLowerCase()]: draw(fc.constantFrom(...texts, ...more)) },
  }
}

const maxBytes = 1024 * 1024

const spoilBytes: Spoil = (draw, call) => {
  const { body = Buffer.from('{}') } = call
  const bodies = [
    Buffer.alloc(0),
    body.subarray(0, -1),
    Buffer.concat([body, body]),
    Buffer.concat([Buffer.from('\uFEFF'), body]),
    Buffer.from(body.toString('latin1'), 'utf16le'),
    Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    Buffer.from('{"a":NaN}'),
    Buffer.from('-Infinity'),
    Buffer.from('{"name":"a","name":"b"}'),
    Buffer.from('null'),
    Buffer.from('"\\ud800"'),
    Buffer.from('['.repeat(maxBytes)),
    Buffer.from(`{"a":"${'x'.repeat(maxBytes - 8)}"}`),
    Buffer.from('1'.repeat(maxBytes)),
    Buffer.alloc(maxBytes + 1, ' '),
    gzipSync(body),
  ]
  const headers = { 'content-type': 'application/json', ...call.headers }
  return { ...call, headers, body: draw(fc.constantFrom(...bodies)) }
}

const spoilType: Spoil = (draw, call) => {
  const { body = Buffer.from('{}'), headers } = call
  const encoded = { ...headers, 'content-encoding': draw(fc.constantFrom('gzip', 'br', 'x')) }
  if (draw(fc.boolean())) return { ...call, headers: encoded, body: gzipSync(body) }
  const types = ['', 'text/plain', 'application/jsonp', 'multipart/form-data', 'é/x', 'x']
  const more = ['application/json; charset=utf-16', 'application/x-www-form-urlencoded', 'image/*']
  const type = draw(fc.constantFrom(...types, ...more))
  return { ...call, body, headers: { ...headers, 'content-type': type } }
}

const spoilContent: Spoil = (draw, call) => {
  const content: unknown = JSON.parse(String(call.body))
  return { ...call, body: Buffer.from(JSON.stringify(spoil(draw, content))) }
}
