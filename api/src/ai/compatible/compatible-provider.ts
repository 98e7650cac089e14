import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { extractJsonMiddleware, wrapLanguageModel } from 'ai'

import type { AiProvider } from '../ai-provider.ts'
import { draftSchemas, type Drafts } from '../drafts.ts'
import { scriptedProvider } from '../scripted/scripted-provider.ts'
import type { Turn } from '../turn.ts'
import { ask } from './ask.ts'
import {
  instructionsFor,
  promptFor,
  summaryInstructions,
  summaryPromptFor,
  summarySchema,
} from './prompts.ts'
import { turnInstructionsFor, turnPromptFor, turnSchemaFor } from './turn-prompt.ts'

interface CompatibleSettings {
  /** The address of the API, as OpenAI's is `https://api.openai.com/v1`. */
  baseUrl: string
  model: string
  apiKey?: string | undefined
}

/** How long a whole draft may take. */
const draftMs = 60_000

/** Any service that speaks OpenAI's chat completions, and can be held to a schema. */
export function compatibleProvider(settings: CompatibleSettings): AiProvider {
  const { baseUrl, model, apiKey } = settings
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
    answer: async (request, { signal }) => {
      const { value, usage } = await ask<Turn>(languageModel, {
        schema: turnSchemaFor(request.fields.map(({ field }) => field)),
        instructions: turnInstructionsFor(request),
        prompt: turnPromptFor(request),
        signal,
      })
      return { turn: value, usage }
    },
    summarise: async (request, { signal }) => {
      const { value, usage } = await ask<{ summary: string }>(languageModel, {
        schema: summarySchema,
        instructions: summaryInstructions,
        prompt: summaryPromptFor(request),
        signal,
      })
      return { summary: value.summary, usage }
    },
  }
}

/** The provider that is configured, or the built-in one. */
export const createAiProvider = (settings: CompatibleSettings | undefined): AiProvider =>
  settings === undefined ? scriptedProvider : compatibleProvider(settings)
