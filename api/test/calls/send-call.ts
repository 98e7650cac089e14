import { Agent, request, type IncomingMessage } from 'node:http'

import { Ajv2020 } from 'ajv/dist/2020.js'

import type { Call } from './make-call.ts'

/** An answer to a call, and how long it took. */
export interface CallAnswer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  ms: number
}

const agent = new Agent({ keepAlive: true })

/** Sends a call as it is: `fetch` would mend its path and refuse some of its headers. */
export function sendCall(url: string, call: Call, authorization: string): Promise<CallAnswer> {
  const { operation, path, body } = call
  const length = body && { 'content-length': body.length }
  const headers = { authorization, ...length, ...call.headers }
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: operation.method, path, headers }, (answer) => {
      const parts: Buffer[] = []
      const finish = () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts),
          ms: performance.now() - start,
        })
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        // It goes on for as long as somebody reads it.
        if (!typeOf(answer.headers).startsWith('text/event-stream')) return
        finish()
        answer.destroy()
      })
      answer.on('end', finish)
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const typeOf = (headers: IncomingMessage['headers']) => headers['content-type'] ?? ''

const withoutParameters = (type: string) => type.replace(/;.*/, '')

/** A call as a line to repeat it by; what is long is cut. */
export function toCurl({ operation, path, headers, body }: Call): string {
  const cut = (text: string) =>
    text.length > 2000 ? `${text.slice(0, 2000)}… (${text.length} in all)` : text
  const quoted = (text: string) => `'${cut(text).replaceAll("'", String.raw`'\''`)}'`
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === undefined ? [] : [`--data-binary ${quoted(body.toString())}`]
  const authorization = '-H "authorization: Bearer $ID_TOKEN"'
  return ['curl', '-X', operation.method, quoted(path), authorization, ...lines, ...data].join(' ')
}

/** Node refuses requests whose path and headers are longer, before the api sees them. */
const maxHeadBytes = 16_384

/** Says what is wrong with an answer, by the OpenAPI document; no answer may take longer than `maxMs`. */
export function createJudge(document: object, maxMs: number) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const fits = (pointer: string, value: unknown): string | undefined => {
    const validate = ajv.getSchema(`api#${pointer}`)
    if (validate === undefined) return `The document has nothing at ${pointer}`
    if (validate(value) === true) return undefined
    return `Does not fit its schema: ${ajv.errorsText(validate.errors)}`
  }

  return (call: Call, answer: CallAnswer): string | undefined => {
    const { operation, kind, path, hidden } = call
    const { status, ms } = answer
    if (status === 431 && path.length > maxHeadBytes) return undefined
    const body = answer.body.toString()
    const summary = `${status} ${body.slice(0, 500)}`
    if (ms > maxMs) return `took ${Math.round(ms)} ms`
    if (status >= 500) return summary
    if (!operation.statuses.includes(status)) return `Not a status of the document: ${summary}`
    const isProblem = status >= 400
    if (kind === 'foreign' && !isProblem && hidden.some((id) => body.includes(id)))
      return `Shows what another owner has: ${summary}`
    if (kind === 'foreign' && operation.path.includes('{id}') && status !== 404)
      return `Finds what another owner has: ${summary}`
    const type = withoutParameters(typeOf(answer.headers))
    if (isProblem && type !== 'application/problem+json')
      return `Not a problem document: ${summary}`
    if (isProblem) return fits('/components/schemas/Problem', JSON.parse(body))
    const { content } = operation.responses[status] ?? {}
    if (content === undefined) return body === '' ? undefined : `Has a body: ${summary}`
    const types = new Set(Object.keys(content).map(withoutParameters))
    if (!types.has(type) && !types.has('*/*')) return `Not a type of the document: ${type}`
    if (type !== 'application/json' || content[type]?.schema === undefined) return undefined
    const place = operation.path.replaceAll('/', '~1')
    const pointer = `/paths/${place}/${operation.method.toLowerCase()}/responses/${status}`
    return fits(`${pointer}/content/application~1json/schema`, JSON.parse(body))
  }
}
