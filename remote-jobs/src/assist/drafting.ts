import { type JobField, jobFieldSchema } from '@errand/contract/job-field'
import {
  type GenerateInput,
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
} from '@errand/contract/job-generation'
import { type Problem, problemSchema } from '@errand/contract/problem'
import { api, isApiError, useDraft as useKeptDraft, useDrafts } from '@errand/shared-auth'
import { createParser } from 'eventsource-parser'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'

/** What has arrived of a draft so far. */
interface DraftState<K extends DraftKind> {
  status: 'idle' | 'writing' | 'done' | 'stopped' | 'failed'
  /** By JSON pointer: `/instructions`, `/name`, `/greeting`. */
  texts: Readonly<Record<string, string>>
  fields: readonly JobField[]
  draft?: Draft<K>
  failure?: DraftFailure
}

const idle = { status: 'idle', texts: {}, fields: [] } as const

/** Generates one draft at a time; leaving the page cancels it. */
export function useDraft<K extends DraftKind>(kind: K) {
  const [state, setState] = useState<DraftState<K>>(idle)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (input: GenerateInput) => {
    controller.current?.abort()
    const ownController = new AbortController()
    controller.current = ownController
    const isCurrent = () => controller.current === ownController && !ownController.signal.aborted
    const received = { texts: {} as Record<string, string>, fields: [] as JobField[] }
    let frame = 0
    // Many deltas arrive within one frame; the state is set once for all of them.
    const draw = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        if (isCurrent()) setState({ status: 'writing', ...copyReceived(received) })
      })
    }
    setState({ ...idle, status: 'writing' })
    try {
      const draft = await streamDraft(kind, input, {
        signal: ownController.signal,
        onText: (path, text) => {
          received.texts[path] = (received.texts[path] ?? '') + text
          draw()
        },
        onField: (index, field) => {
          received.fields[index] = field
          draw()
        },
      })
      if (isCurrent()) setState({ status: 'done', ...copyReceived(received), draft })
    } catch (error) {
      if (isCurrent())
        setState({ status: 'failed', ...copyReceived(received), failure: toDraftFailure(error) })
    } finally {
      cancelAnimationFrame(frame)
    }
  }
  return {
    ...state,
    start: (input: GenerateInput) => void start(input),
    /** Stops the generation; what has arrived stays. */
    stop: () => {
      controller.current?.abort()
      setState((before) => ({ ...before, status: 'stopped' }))
    },
    dismiss: () => {
      controller.current?.abort()
      setState(idle)
    },
  }
}

/** A draft and the actions on it. */
export type DraftHandle<K extends DraftKind = DraftKind> = ReturnType<typeof useDraft<K>>

const copyReceived = ({
  texts,
  fields,
}: {
  texts: Record<string, string>
  fields: JobField[]
}) => ({
  texts: { ...texts },
  fields: fields.filter((field) => field !== undefined),
})

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

const deltaSchema = z.object({ path: z.string(), text: z.string() })
const fieldSchema = z.object({ index: z.int(), field: jobFieldSchema })

/** Streams a draft of a part of a job; nothing is saved. */
async function streamDraft<K extends DraftKind>(
  kind: K,
  input: GenerateInput,
  {
    signal,
    onText,
    onField,
  }: {
    signal: AbortSignal
    onText: (path: string, text: string) => void
    onField: (index: number, field: JobField) => void
  },
): Promise<Draft<K>> {
  let draft: Draft<K> | undefined
  const handleEvent = (event: string | undefined, data: unknown) => {
    if (event === 'delta') {
      const { path, text } = deltaSchema.parse(data)
      onText(path, text)
    } else if (event === 'field') {
      const { index, field } = fieldSchema.parse(data)
      onField(index, field)
    } else if (event === 'error') {
      throw new DraftError(toAiFailure({ problem: problemSchema.safeParse(data).data }))
    } else if (event === 'done') {
      const { result } = z.object({ result: z.unknown() }).parse(data)
      draft = draftSchemas[kind].parse(result) as Draft<K>
    }
  }
  const parser = createParser({
    onEvent: ({ event, data }) => handleEvent(event, JSON.parse(data)),
  })
  const { body } = await api.post(`jobs/generate-${kind}`, {
    json: input,
    headers: { accept: 'text/event-stream' },
    signal,
  })
  // Pass the signal here too: fetch keeps only a weak copy, which a garbage collection can drop.
  const reader = body?.pipeThrough(new TextDecoderStream(), { signal }).getReader()
  for (;;) {
    const read = await reader?.read().catch((cause: unknown) => {
      if (cause instanceof Error && cause.name === 'AbortError') throw cause
      throw new DraftError({ kind: 'cut' }, { cause })
    })
    const text = read?.value
    if (text === undefined) throw new DraftError({ kind: 'cut' })
    reportMalformed(() => parser.feed(text))
    if (draft === undefined) continue
    // Nothing matters after `done`; the connection may stay open.
    void reader?.cancel()
    return draft
  }
}

/** An event that cannot be parsed is reported as a malformed draft, not as an error of the page. */
function reportMalformed(read: () => void): void {
  try {
    read()
  } catch (cause) {
    if (cause instanceof DraftError) throw cause
    throw new DraftError({ kind: 'malformed' }, { cause })
  }
}

/** Why a call to the AI failed. */
export type AiFailure =
  | { kind: 'unavailable' | 'tooMany'; retryAfter: number }
  | { kind: 'refused' | 'invalid'; why: string }
  | { kind: 'offline' | 'slow' | 'unexpected' }

/** Why a draft failed or stopped half way. */
export type DraftFailure = AiFailure | { kind: 'cut' | 'malformed' }

/** A draft that ended without `done`. */
class DraftError extends Error {
  override readonly name = 'DraftFailed'
  readonly failure: DraftFailure

  constructor(failure: DraftFailure, options?: { cause: unknown }) {
    super(`The draft failed: ${failure.kind}`, options)
    this.failure = failure
  }
}

const defaultRetrySeconds = 10

const toDraftFailure = (error: unknown): DraftFailure =>
  error instanceof DraftError ? error.failure : toAiFailure(error)

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
export type Answers = Required<NonNullable<GenerateInput['answers']>>

const emptyAnswers: Answers = {
  businessName: '',
  purpose: '',
  audience: '',
  language: 'auto',
  tone: 'friendly',
  format: '',
  offLimits: '',
  fallback: '',
  escalation: '',
}

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
