import {
  APICallError,
  generateText,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  RetryError,
  streamText,
  type LanguageModel,
  type ModelMessage,
} from 'ai'
import * as z from 'zod/mini'

import {
  AiMisshapen,
  AiRefused,
  AiTimedOut,
  AiUnavailable,
  noUsage,
  type PartialDraft,
  type Usage,
} from '../ai-provider.ts'

interface Question<T> {
  schema: z.core.$ZodType
  instructions: string
  prompt: string
  signal: AbortSignal
  /** How long it may take, where the caller's own signal does not say. */
  timeoutMs?: number
  seed?: number | undefined
  onPart?: ((part: PartialDraft<T>) => void) | undefined
  /** What is wrong with an answer that keeps to the schema; asked once. */
  complaintOf?: (value: T) => string | undefined
}

/** No answer is longer; who writes on and on is cut off. */
const maxOutputTokens = 4000

/**
 * Asks for an object; what breaks the schema, or is complained of, is sent back once, to be mended.
 * Both tries are paid for, also when neither is any good.
 */
export async function ask<T>(
  model: LanguageModel,
  question: Question<T>,
): Promise<{ value: T; usage: Usage }> {
  const { schema, instructions, prompt, signal, timeoutMs, seed } = question
  const asked = {
    model,
    instructions,
    output: Output.object({ schema: toModelSchema<T>(schema) }),
    abortSignal:
      timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    maxRetries: 1,
    maxOutputTokens,
    ...(seed !== undefined && { seed }),
  }
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }]
  try {
    const first = await answerOf(asked, { messages, onPart: question.onPart })
    const complaint = question.complaintOf?.(first.value)
    if (complaint === undefined) return first
    const answer = JSON.stringify(first.value)
    // It is no worse for it if the second answer is none.
    return await again({ answer, complaint, spent: first.usage }).catch(() => first)
  } catch (error) {
    const spent = usageIn(error)
    if (!NoObjectGeneratedError.isInstance(error) || error.text === undefined)
      throw toAiError(error, spent)
    const complaint = 'That was not valid JSON of the schema. Send the whole object again.'
    return again({ answer: error.text, complaint, spent })
  }

  async function again({ answer, complaint, spent }: Again): Promise<{ value: T; usage: Usage }> {
    const repair: ModelMessage[] = [
      ...messages,
      { role: 'assistant', content: answer },
      { role: 'user', content: complaint },
    ]
    try {
      const { value, usage } = await answerOf(asked, { messages: repair, onPart: undefined })
      return { value, usage: sumOf(spent, usage) }
    } catch (second) {
      throw toAiError(second, sumOf(spent, usageIn(second)))
    }
  }
}

interface Again {
  answer: string
  complaint: string
  /** What the first try took. */
  spent: Usage
}

type Asked<T> = Omit<Parameters<typeof generateText>[0], 'output' | 'prompt' | 'messages'> & {
  output: ReturnType<typeof Output.object<T>>
}

async function answerOf<T>(
  asked: Asked<T>,
  { messages, onPart }: { messages: ModelMessage[]; onPart: Question<T>['onPart'] },
): Promise<{ value: T; usage: Usage }> {
  if (onPart === undefined) {
    const result = await generateText({ ...asked, messages })
    if (result.finishReason === 'content-filter') throw refusal(toUsage(result.usage))
    return { value: result.output, usage: toUsage(result.usage) }
  }
  let failure: unknown
  const stream = streamText({
    ...asked,
    messages,
    onError: ({ error }) => {
      failure = error
    },
  })
  for await (const part of stream.partialOutputStream) onPart(part as PartialDraft<T>)
  // A stream that was cut or stopped ends quietly.
  if (failure !== undefined) throw failure
  asked.abortSignal?.throwIfAborted()
  if ((await stream.finishReason) === 'content-filter') throw refusal(toUsage(await stream.usage))
  return { value: await stream.output, usage: toUsage(await stream.usage) }
}

const refusal = (usage: Usage): AiRefused =>
  new AiRefused('The provider does not answer this.', usage)

/** What a try that failed took, as far as it is known. */
function usageIn(error: unknown): Usage {
  if (error instanceof AiRefused) return error.usage
  const usage = NoObjectGeneratedError.isInstance(error) ? error.usage : undefined
  return usage === undefined ? noUsage : toUsage(usage)
}

const sumOf = (one: Usage, other: Usage): Usage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
})

const toUsage = (usage: {
  inputTokens: number | undefined
  outputTokens: number | undefined
}): Usage => ({ inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 })

const overloadedSeconds = 60

/** What went wrong, as the rest of the product knows it, and what was paid for until then. */
function toAiError(error: unknown, usage: Usage): AiRefused | AiUnavailable {
  if (error instanceof AiRefused) return new AiRefused(error.message, usage)
  const raw = RetryError.isInstance(error) ? error.lastError : error
  // The errors themselves hold what people wrote, which belongs in no log.
  const cause = new Error(raw instanceof Error ? raw.name : 'Unknown')
  if (NoObjectGeneratedError.isInstance(raw)) {
    return new AiMisshapen('The provider did not answer in the form that was asked for.', {
      cause,
      usage,
    })
  }
  if (APICallError.isInstance(raw)) {
    const { statusCode, responseHeaders } = raw
    const told = Number(responseHeaders?.['retry-after'])
    const retryAfter = told > 0 ? told : statusCode === 429 ? overloadedSeconds : undefined
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

/** A schema as models are held to it: closed objects, and every member required. */
function toModelSchema<T>(schema: z.core.$ZodType) {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output' })
  return jsonSchema<T>(json as Parameters<typeof jsonSchema>[0] & object, {
    validate: (value) => {
      const parsed = z.safeParse(schema, value)
      return parsed.success
        ? { success: true, value: parsed.data as T }
        : { success: false, error: parsed.error }
    },
  })
}
