import {
  APICallError,
  generateText,
  jsonSchema,
  Output,
  RetryError,
  streamText,
  type LanguageModel,
} from 'ai'
import * as z from 'zod/mini'

import {
  AiInvalidOutput,
  AiRefused,
  AiTimedOut,
  AiUnavailable,
  noUsage,
  type PartialDraft,
  type Usage,
} from '../ai-provider.ts'
import { isThinking, extractJson } from './extract-json.ts'
import { parseOutput, type ParsedOutput } from './parse-output.ts'
import { countTokens } from './turn-prompt.ts'

interface ModelQuestion<T> {
  schema: z.core.$ZodType
  instructions: string
  prompt: string
  signal: AbortSignal
  /** How long it may take, where the caller's own signal does not say. */
  timeoutMs?: number
  seed?: number | undefined
  onPart?: ((part: PartialDraft<T>) => void) | undefined
  /** What is wrong with an answer that matches the schema; called once. */
  complaintOf?: (value: T) => string | undefined
}

/** Longer than any real answer: a model that does not stop is cut off. */
const maxOutputTokens = 4000

/**
 * Asks a model for an object. An answer that breaks the schema, or has a complaint, is sent back once
 * for correction. The usage counts both tries, also when both fail.
 */
export async function askModel<T>(
  model: LanguageModel,
  question: ModelQuestion<T>,
): Promise<{ value: T; usage: Usage }> {
  const { schema, instructions, prompt, signal, timeoutMs, seed, onPart } = question
  const call = {
    model,
    instructions,
    output: outputOf<T>(schema),
    abortSignal:
      timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    maxRetries: 1,
    maxOutputTokens,
    ...(seed !== undefined && { seed }),
  }
  const asked = [{ role: 'user' as const, content: prompt }]
  const first = await tryOnce<T>(call, { schema, messages: asked, onPart, spent: noUsage })
  const again = (complaint: string) => {
    const messages = repairMessages(prompt, { text: first.text, complaint })
    return tryOnce<T>(call, { schema, messages, onPart: undefined, spent: first.usage })
  }
  if (first.fault !== undefined) {
    const second = await again(first.fault)
    if (second.fault === undefined) return second
    const { usage } = second
    throw new AiInvalidOutput('The provider did not answer in the form that was asked for.', {
      usage,
    })
  }
  const complaint = question.complaintOf?.(first.value)
  if (complaint === undefined) return first
  // If the correction fails, the first answer is still used.
  const second = await again(complaint).catch((error: unknown) => {
    if (!(error instanceof AiUnavailable || error instanceof AiRefused)) throw error
    return { fault: 'There is none.', usage: error.usage }
  })
  return second.fault === undefined ? second : { ...first, usage: second.usage }
}

/** A message of the conversation with the model. */
interface Message {
  role: 'user' | 'assistant'
  content: string
}

/** Services refuse an empty message, and models two user messages in a row. */
const repairMessages = (
  prompt: string,
  { text, complaint }: Record<'text' | 'complaint', string>,
) =>
  text === ''
    ? [{ role: 'user' as const, content: `${prompt}\n\n${complaint}` }]
    : [
        { role: 'user' as const, content: prompt },
        { role: 'assistant' as const, content: text },
        { role: 'user' as const, content: complaint },
      ]

type Call<T> = Omit<Parameters<typeof generateText>[0], 'output' | 'prompt' | 'messages'> & {
  instructions: string
  output: ReturnType<typeof outputOf<T>>
}

interface TryInput<T> {
  schema: z.core.$ZodType
  messages: Message[]
  onPart: ModelQuestion<T>['onPart']
  /** The usage of earlier tries. */
  spent: Usage
}

/** The output, and the usage of all tries so far. */
type TryResult<T> = ParsedOutput<T> & { text: string; usage: Usage }

/** One try; throws `AiUnavailable` or `AiRefused`, with the usage until then. */
async function tryOnce<T>(
  call: Call<T>,
  { schema, messages, onPart, spent }: TryInput<T>,
): Promise<TryResult<T>> {
  const said = await (
    onPart === undefined ? generateWhole(call, messages) : generateStreamed(call, messages, onPart)
  ).catch((error: unknown) => {
    throw toAiError(error, spent)
  })
  const asked = [call.instructions, ...messages.map(({ content }) => content)].join('')
  const usage = addUsage(spent, usageOf(said, asked))
  if (said.finishReason === 'content-filter')
    throw new AiRefused('The provider does not answer this.', usage)
  const isCut = said.finishReason === 'length'
  const json = extractJson(said.text)
  // An answer that was cut off is not sent back: the next one needs the room.
  return { ...parseOutput<T>(schema, { json, isCut }), text: isCut ? '' : json || said.text, usage }
}

/** The output of a service. */
interface ModelOutput {
  text: string
  thoughts: string | undefined
  finishReason: string
  usage: { inputTokens: number | undefined; outputTokens: number | undefined }
}

async function generateWhole<T>(call: Call<T>, messages: Message[]): Promise<ModelOutput> {
  const { text, finishReason, usage, finalStep } = await generateText({ ...call, messages })
  return { text, thoughts: finalStep.reasoningText, finishReason, usage }
}

async function generateStreamed<T>(
  call: Call<T>,
  messages: Message[],
  onPart: NonNullable<ModelQuestion<T>['onPart']>,
): Promise<ModelOutput> {
  let failure: unknown
  const stream = streamText({
    ...call,
    messages,
    onError: ({ error }) => {
      failure = error
    },
  })
  for await (const part of stream.partialOutputStream) onPart(part as PartialDraft<T>)
  // A failed or aborted stream ends without throwing.
  if (failure !== undefined) throw failure
  call.abortSignal?.throwIfAborted()
  const { text, reasoningText, finishReason, usage } = await stream.finalStep
  return { text, thoughts: reasoningText, finishReason, usage }
}

/** The usage of a try; estimated where a service does not report it, so that limits still work. */
const usageOf = ({ text, thoughts = '', usage }: ModelOutput, asked: string): Usage => ({
  inputTokens: usage.inputTokens || countTokens(asked),
  outputTokens: usage.outputTokens || countTokens(thoughts + text),
})

const addUsage = (one: Usage, other: Usage): Usage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
})

const defaultRetryAfterSeconds = 60

/** Turns an error of the library into one of ours, with the usage until then. */
function toAiError(error: unknown, usage: Usage): AiUnavailable {
  const raw = RetryError.isInstance(error) ? error.lastError : error
  // Only the error's name: the error itself contains personal data, which must not be logged.
  const cause = new Error(raw instanceof Error ? raw.name : 'Unknown')
  if (APICallError.isInstance(raw)) {
    const { statusCode, responseHeaders } = raw
    const headerSeconds = Number(responseHeaders?.['retry-after'])
    const retryAfter =
      headerSeconds > 0 ? headerSeconds : statusCode === 429 ? defaultRetryAfterSeconds : undefined
    return new AiUnavailable(`The provider answered ${statusCode ?? 'nothing'}.`, {
      cause,
      usage,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
  const isLate = raw instanceof Error && raw.name === 'TimeoutError'
  const Failure = isLate ? AiTimedOut : AiUnavailable
  return new Failure('The provider did not answer.', { cause, usage })
}

/** Longer than a growing draft is shown: it is read whole again after each word. */
const maxPartLength = 20_000

const isReadable = (text: string): boolean => text.length <= maxPartLength && !isThinking(text)

/** The schema as models are held to it: closed objects, and every member required. */
function outputOf<T>(schema: z.core.$ZodType) {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output' })
  const object = Output.object({
    schema: jsonSchema<T>(json as Parameters<typeof jsonSchema>[0] & object),
  })
  return {
    ...object,
    // Parsed by `parseOutput`, which describes what is wrong.
    parseCompleteOutput: async ({ text }: { text: string }) => text,
    parsePartialOutput: ({ text }: { text: string }) =>
      object.parsePartialOutput({ text: isReadable(text) ? extractJson(text) : '' }),
  }
}
