import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  extractJsonMiddleware,
  generateText,
  NoObjectGeneratedError,
  Output,
  streamText,
  wrapLanguageModel,
  type LanguageModel,
  type ModelMessage,
} from 'ai'
import type * as z from 'zod/mini'

import { AiRefused, type AiProvider, type PartialDraft, type Usage } from '../ai-provider.ts'
import { draftSchemas, type Drafts } from '../drafts.ts'
import { toAiError } from './ai-error.ts'
import { instructionsFor, promptFor } from './prompts.ts'
import { toModelSchema } from './model-schema.ts'

export interface CompatibleSettings {
  /** The address of the API, as OpenAI's is `https://api.openai.com/v1`. */
  baseUrl: string
  model: string
  apiKey?: string | undefined
}

/** How long a whole draft may take. */
const draftMs = 60_000

/** Any service that speaks OpenAI's chat completions, and can be held to a schema. */
export function compatibleProvider({ baseUrl, model, apiKey }: CompatibleSettings): AiProvider {
  const service = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    supportsStructuredOutputs: true,
    includeUsage: true,
  })
  const languageModel = wrapLanguageModel({
    model: service.chatModel(model),
    // Some put their JSON between the marks of a code block.
    middleware: extractJsonMiddleware(),
  })
  return {
    name: new URL(baseUrl).host,
    model,
    draft: async (kind, request, { signal, onPart }) => {
      const { value, usage } = await ask<Drafts[typeof kind]>(languageModel, {
        schema: draftSchemas[kind],
        instructions: instructionsFor(kind, request),
        prompt: promptFor(request),
        signal,
        timeoutMs: draftMs,
        seed: request.seed,
        onPart,
      })
      return { draft: value, usage }
    },
  }
}

interface Question<T> {
  schema: z.core.$ZodType
  instructions: string
  prompt: string
  signal: AbortSignal
  timeoutMs: number
  seed?: number | undefined
  onPart?: ((part: PartialDraft<T>) => void) | undefined
}

/** Asks for an object; what breaks the schema is sent back once, to be mended. */
async function ask<T>(
  model: LanguageModel,
  question: Question<T>,
): Promise<{ value: T; usage: Usage }> {
  const { schema, instructions, prompt, signal, timeoutMs, seed } = question
  const asked = {
    model,
    instructions,
    output: Output.object({ schema: toModelSchema<T>(schema) }),
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    maxRetries: 1,
    ...(seed !== undefined && { seed }),
  }
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }]
  try {
    return await answerOf(asked, { messages, onPart: question.onPart })
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error) || error.text === undefined)
      throw toAiError(error)
    const repair: ModelMessage[] = [
      ...messages,
      { role: 'assistant', content: error.text },
      {
        role: 'user',
        content: 'That was not valid JSON of the schema. Send the whole object again.',
      },
    ]
    try {
      return await answerOf(asked, { messages: repair, onPart: undefined })
    } catch (second) {
      throw toAiError(second)
    }
  }
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
    if (result.finishReason === 'content-filter') throw refusal()
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
  if ((await stream.finishReason) === 'content-filter') throw refusal()
  return { value: await stream.output, usage: toUsage(await stream.usage) }
}

const refusal = (): AiRefused => new AiRefused('The provider does not answer this.')

const toUsage = (usage: {
  inputTokens: number | undefined
  outputTokens: number | undefined
}): Usage => ({ inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 })
