import {
  type GenerateInput,
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
  generateSchema,
} from '@errand/contract/job-generation'
import { type Problem, problemSchema } from '@errand/contract/problem'
import { api, isApiError, useDraft as useKeptDraft, useDrafts } from '@errand/shared-auth'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'

/** A draft from the request to the answer. */
interface DraftState<K extends DraftKind> {
  status: 'idle' | 'writing' | 'done' | 'stopped' | 'failed'
  draft?: Draft<K>
  failure?: DraftFailure
}

/** Generates one draft at a time; leaving the page cancels it. */
export function useDraft<K extends DraftKind>(kind: K) {
  const [state, setState] = useState<DraftState<K>>({ status: 'idle' })
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const moveTo = (status: 'idle' | 'writing' | 'stopped') => {
    controller.current?.abort()
    controller.current = new AbortController()
    setState({ status })
    return controller.current.signal
  }
  return {
    ...state,
    /** Resolves to the draft, or to nothing if it failed or was stopped. */
    start: async (input: GenerateInput): Promise<Draft<K> | undefined> => {
      const signal = moveTo('writing')
      const next = await requestDraft(kind, input, signal)
      if (signal.aborted) return undefined
      setState(next)
      return next.draft
    },
    stop: () => void moveTo('stopped'),
    dismiss: () => void moveTo('idle'),
  }
}

/** A draft and the actions on it. */
export type DraftHandle<K extends DraftKind = DraftKind> = Omit<
  ReturnType<typeof useDraft<K>>,
  'start'
>

const draftSchemas = {
  // Empty instructions do not count as a draft.
  instructions: generatedInstructionsSchema.check(
    z.refine(({ instructions }) => instructions.trim() !== ''),
  ),
  fields: generatedFieldsSchema,
  job: generatedJobSchema,
}

type DraftKind = keyof typeof draftSchemas
export type Draft<K extends DraftKind> = z.output<(typeof draftSchemas)[K]>

/** Asks for a draft of a part of a job; nothing is saved. */
async function requestDraft<K extends DraftKind>(
  kind: K,
  input: GenerateInput,
  signal: AbortSignal,
): Promise<DraftState<K>> {
  const failed = (failure: DraftFailure) => ({ status: 'failed' as const, failure })
  try {
    const { body } = await api.post(`jobs/generate-${kind}`, {
      json: input,
      // A stream, which stays alive for longer than a page waits for JSON; its last event counts.
      headers: { accept: 'text/event-stream' },
      signal,
    })
    // Pass the signal here too: fetch keeps only a weak copy, which a garbage collection can drop.
    const stream = new Response(body?.pipeThrough(new TransformStream(), { signal }))
    const events: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (event) => void events.push(event) })
    parser.feed(await stream.text().catch(() => ''))
    const { event, data } = events.at(-1) ?? { data: '' }
    if (event === 'error') {
      return failed(toAiFailure({ problem: problemSchema.safeParse(JSON.parse(data)).data }))
    }
    if (event !== 'done') return failed({ kind: 'cut' })
    const { result } = z.object({ result: z.unknown() }).parse(JSON.parse(data))
    return { status: 'done', draft: draftSchemas[kind].parse(result) as Draft<K> }
  } catch (error) {
    return failed(isApiError(error) ? toAiFailure(error) : { kind: 'malformed' })
  }
}

/** Why a call to the AI failed. */
export type AiFailure =
  | { kind: 'unavailable' | 'tooMany'; retryAfter: number }
  | { kind: 'refused' | 'invalid'; why: string }
  | { kind: 'offline' | 'slow' | 'unexpected' }

/** Why there is no draft. */
export type DraftFailure = AiFailure | { kind: 'cut' | 'malformed' }

const defaultRetrySeconds = 10

/** The reason why a call to the AI failed, as the page explains it. */
export function toAiFailure(error: unknown): AiFailure {
  if (isApiError(error) && error.status === 0) {
    return { kind: isTimeout(error.cause) ? 'slow' : 'offline' }
  }
  const problem = (error as { problem?: Problem | undefined } | undefined)?.problem
  const retryAfter = problem?.retryAfter ?? defaultRetrySeconds
  switch (problem?.code) {
    case 'ai_unavailable':
    case 'service_unavailable':
      return { kind: 'unavailable', retryAfter }
    case 'rate_limited':
      return { kind: 'tooMany', retryAfter }
    case 'ai_refused':
      return { kind: 'refused', why: problem?.detail ?? '' }
    case 'validation_failed':
      return { kind: 'invalid', why: problem?.errors?.[0]?.detail ?? problem?.title ?? '' }
    default:
      return { kind: 'unexpected' }
  }
}

const isTimeout = (cause: unknown): boolean =>
  cause instanceof Error && cause.name === 'TimeoutError'

/**
 * The owner's answers to the questions of "write for me"; an empty answer leaves the choice to the
 * AI.
 */
export type Answers = z.output<typeof generateSchema>['answers']

const { answers: emptyAnswers } = generateSchema.parse({ prompt: 'any' })

/** These answers, kept in this tab for the next time. */
export function useAnswers(name: string): [Answers, (answers: Answers) => void] {
  const { value, write } = useKeptDraft('answers', name)
  return [{ ...emptyAnswers, ...(value as Partial<Answers> | null) }, write]
}

/**
 * Moves the answers for a new job to the saved one, so that the next new job starts without any.
 */
export function useMoveAnswers(): (to: string) => void {
  const { read, write } = useDrafts('answers')
  return (to) => {
    write(to, read('new') ?? undefined)
    write('new', undefined)
  }
}
