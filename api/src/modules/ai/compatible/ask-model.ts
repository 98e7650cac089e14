import { APICallError, generateText, jsonSchema, Output, RetryError, type LanguageModel } from 'ai'
import * as z from 'zod/mini'

import {
  AiInvalidOutput,
  AiRefused,
  AiTimedOut,
  AiUnavailable,
  noUsage,
  type Usage,
} from '../ai-provider.ts'
import { extractJson } from './extract-json.ts'
import { parseOutput, type ParsedOutput } from './parse-output.ts'
import { countTokens } from './turn-prompt.ts'

interface ModelQuestion<T> {
  schema: z.core.$ZodType
  instructions: string
  prompt: string
  signal: AbortSignal
  seed?: number | undefined
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
  const { prompt } = question
  const ask = prepareCall(model, question)
  const first = await ask([{ role: 'user', content: prompt }], noUsage)
  const again = (complaint: string) =>
    ask(repairMessages(prompt, { text: first.text, complaint }), first.usage)
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

/** The output, and the usage of all tries so far. */
type TryResult<T> = ParsedOutput<T> & { text: string; usage: Usage }

/** One try of a question; it throws `AiUnavailable` or `AiRefused`, with the usage until then. */
function prepareCall<T>(
  model: LanguageModel,
  { schema, instructions, signal, seed }: ModelQuestion<T>,
): (messages: Message[], spent: Usage) => Promise<TryResult<T>> {
  const call = {
    model,
    instructions,
    output: outputOf<T>(schema),
    abortSignal: signal,
    maxRetries: 1,
    maxOutputTokens,
    ...(seed !== undefined && { seed }),
  }
  return async (messages, spent) => {
    const said = await generateText({ ...call, messages }).catch((error: unknown) => {
      throw toAiError(error, spent)
    })
    const asked = [instructions, ...messages.map(({ content }) => content)].join('')
    const written = (said.finalStep.reasoningText ?? '') + said.text
    // Estimated where a service does not report it, so that limits still work.
    const usage = addUsage(spent, {
      inputTokens: said.usage.inputTokens || countTokens(asked),
      outputTokens: said.usage.outputTokens || countTokens(written),
    })
    if (said.finishReason === 'content-filter')
      throw new AiRefused('The provider does not answer this.', usage)
    const isCut = said.finishReason === 'length'
    const json = extractJson(said.text)
    // An answer that was cut off is not sent back: the next one needs the room.
    const text = isCut ? '' : json || said.text
    return { ...parseOutput<T>(schema, { json, isCut }), text, usage }
  }
}

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
  }
}
