import { setTimeout as delay } from 'node:timers/promises'

import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'

import { models, type Behaviour } from './models.ts'
import { writeAnswer, type AskedSchema } from './write-answer.ts'

const partsSchema = z.array(z.object({ type: z.string(), text: z.optional(z.string()) }))
const requestSchema = z.object({
  model: z.string(),
  stream: z.optional(z.boolean()),
  messages: z.array(
    z.object({ role: z.string(), content: z.union([z.string(), partsSchema, z.null()]) }),
  ),
  response_format: z.optional(
    z.object({
      type: z.string(),
      json_schema: z.optional(z.object({ schema: z.custom<AskedSchema>() })),
    }),
  ),
})
interface ConnectionEnv {
  Bindings: Partial<HttpBindings>
}

type Asked = z.output<typeof requestSchema>

/** /v1 of OpenAI, as far as any client of chat completions asks it. */
export function completionsRoutes(closing: AbortSignal) {
  return new Hono<ConnectionEnv>()
    .get('/models', (c) => {
      const data = Object.keys(models).map((id) => ({ id, object: 'model', owned_by: 'errand' }))
      return c.json({ object: 'list', data })
    })
    .post('/chat/completions', async (c) => {
      const parsed = requestSchema.safeParse(await c.req.json().catch(() => undefined))
      if (!parsed.success) return refuse(c, 400, 'The request is not valid.')
      const asked = parsed.data
      const behaviour = Object.hasOwn(models, asked.model) ? models[asked.model] : undefined
      if (behaviour === undefined) return refuse(c, 404, `There is no model ${asked.model}.`)
      if (behaviour.status !== undefined) return refuse(c, behaviour.status, behaviour.effect)
      if (!(await wait(behaviour, AbortSignal.any([closing, c.req.raw.signal])))) {
        return refuse(c, 500, 'Nobody waits any more.')
      }
      const content = await contentFor(asked, behaviour)
      return asked.stream === true
        ? stream(c, { asked, content, behaviour })
        : complete(c, { asked, content, behaviour })
    })
}

function refuse(c: Context, status: 400 | 401 | 404 | 429 | 500, message: string) {
  if (status === 429) c.header('retry-after', '2')
  return c.json({ error: { message, type: 'simulated', code: String(status) } }, status)
}

/** Whether somebody still waits for the answer afterwards. */
async function wait({ waitMs = 0 }: Behaviour, signal: AbortSignal): Promise<boolean> {
  if (waitMs === 0) return true
  // Timers know no eternity; who waits gives up long before.
  await delay(Math.min(waitMs, 2 ** 31 - 1), undefined, { signal }).catch(() => {})
  return !signal.aborted
}

async function contentFor({ messages, response_format: format }: Asked, behaviour: Behaviour) {
  if (behaviour.isRefusal) return ''
  const isRepair = messages.some(({ role }) => role === 'assistant')
  if (behaviour.breaks === 'always' || (behaviour.breaks === 'first' && !isRepair)) {
    return '{"thought": "this is not what was asked for'
  }
  const schema = format?.json_schema?.schema
  if (schema === undefined) return 'ok'
  const of = (role: string) => textOf(messages.find((message) => message.role === role)?.content)
  return JSON.stringify(
    await writeAnswer({ instructions: of('system'), material: of('user') }, schema),
  )
}

function textOf(content: Asked['messages'][number]['content'] | undefined): string {
  if (typeof content === 'string') return content
  return (content ?? []).map(({ text = '' }) => text).join('')
}

interface Completion {
  asked: Asked
  content: string
  behaviour: Behaviour
}

const pieceLength = 24

/** About as a tokenizer counts. */
function usageOf({ asked, content }: Completion) {
  const count = (text: string) => Math.ceil(text.length / 4)
  const prompt = count(asked.messages.map((message) => textOf(message.content)).join(''))
  const completion = count(content)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  }
}

const finishOf = ({ isRefusal }: Behaviour) => (isRefusal ? 'content_filter' : 'stop')
const headOf = ({ model }: Asked, object: string) => ({
  id: 'chatcmpl-simulated',
  object,
  created: Math.floor(Date.now() / 1000),
  model,
})

function complete(c: Context<ConnectionEnv>, completion: Completion) {
  const { asked, content, behaviour } = completion
  const body = {
    ...headOf(asked, 'chat.completion'),
    choices: [
      { index: 0, message: { role: 'assistant', content }, finish_reason: finishOf(behaviour) },
    ],
    usage: usageOf(completion),
  }
  if (!behaviour.isCut) return c.json(body)
  return hangUp(c, 'application/json', [JSON.stringify(body).slice(0, 80)])
}

/** Says so much, and is gone. */
function hangUp(c: Context<ConnectionEnv>, type: string, said: string[]) {
  const text = new TextEncoder()
  const body = new ReadableStream({
    pull(controller) {
      const next = said.shift()
      if (next !== undefined) return controller.enqueue(text.encode(next))
      c.env.outgoing?.destroy()
      controller.close()
    },
  })
  return c.body(body, 200, { 'content-type': type })
}

function stream(c: Context<ConnectionEnv>, completion: Completion) {
  const { asked, content, behaviour } = completion
  const head = headOf(asked, 'chat.completion.chunk')
  const chunk = (choice: object, more: object = {}) =>
    JSON.stringify({ ...head, choices: [{ index: 0, ...choice }], ...more })
  const pieces = content.match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? []
  const words = pieces.map((piece) => chunk({ delta: { content: piece } }))
  if (behaviour.isCut) {
    const half = words.slice(0, Math.ceil(words.length / 2))
    return hangUp(
      c,
      'text/event-stream',
      half.map((data) => `data: ${data}\n\n`),
    )
  }
  return streamSSE(c, async (events) => {
    for (const data of words) await events.writeSSE({ data })
    const end = { delta: {}, finish_reason: finishOf(behaviour) }
    await events.writeSSE({ data: chunk(end, { usage: usageOf(completion) }) })
    await events.writeSSE({ data: '[DONE]' })
  })
}
