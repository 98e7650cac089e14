import { jobFieldSchema, type JobField } from '@errand/contract/job-field'
import {
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
  type GenerateInput,
} from '@errand/contract/job-generation'
import { problemSchema } from '@errand/contract/problem'
import { api } from '@errand/shared-auth'
import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'

import { DraftFailed, failureOf } from './draft-failure.ts'

const schemas = {
  // A draft that says nothing is none.
  instructions: generatedInstructionsSchema.check(
    z.refine(({ instructions }) => instructions.trim() !== ''),
  ),
  fields: generatedFieldsSchema,
  job: generatedJobSchema,
}

export type DraftKind = keyof typeof schemas
export type Draft<K extends DraftKind> = z.output<(typeof schemas)[K]>

const deltaSchema = z.object({ path: z.string(), text: z.string() })
const fieldSchema = z.object({ index: z.int(), field: jobFieldSchema })

/** Who is told of a draft while it is written. */
interface DraftListener {
  onText: (path: string, text: string) => void
  onField: (index: number, field: JobField) => void
}

/** Has a part of a job drafted, and hears it while it is written; nothing is saved by it. */
export async function streamDraft<K extends DraftKind>(
  kind: K,
  input: GenerateInput,
  { signal, ...listener }: DraftListener & { signal: AbortSignal },
): Promise<Draft<K>> {
  let draft: Draft<K> | undefined
  const hear = (event: string | undefined, data: unknown) => {
    if (event === 'delta') {
      const { path, text } = deltaSchema.parse(data)
      listener.onText(path, text)
    } else if (event === 'field') {
      const { index, field } = fieldSchema.parse(data)
      listener.onField(index, field)
    } else if (event === 'error') {
      throw new DraftFailed(failureOf({ problem: problemSchema.safeParse(data).data }))
    } else if (event === 'done') {
      const { result } = z.object({ result: z.unknown() }).parse(data)
      draft = schemas[kind].parse(result) as Draft<K>
    }
  }
  const { body } = await api.post(`jobs/generate-${kind}`, {
    json: input,
    headers: { accept: 'text/event-stream' },
    signal,
  })
  if (body !== null) await readEvents({ body, signal, hear, hasAll: () => draft !== undefined })
  if (draft === undefined) throw new DraftFailed({ kind: 'cut' })
  return draft
}

interface EventReading {
  body: ReadableStream<Uint8Array<ArrayBuffer>>
  signal: AbortSignal
  hear: (event: string | undefined, data: unknown) => void
  hasAll: () => boolean
}

async function readEvents({ body, signal, hear, hasAll }: EventReading): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, data }) => hear(event, JSON.parse(data)),
  })
  // Pass the signal here too: fetch keeps only a weak copy, which a garbage collection can drop.
  const reader = body.pipeThrough(new TextDecoderStream(), { signal }).getReader()
  for (;;) {
    const { value, done } = await reader.read().catch((cause: unknown) => {
      if (cause instanceof Error && cause.name === 'AbortError') throw cause
      throw new DraftFailed({ kind: 'cut' }, { cause })
    })
    if (done) return
    readable(() => parser.feed(value))
    // The last word is enough; the connection may stay open behind it.
    if (hasAll()) return void reader.cancel()
  }
}

/** What cannot be read is the writer's failure, not the page's. */
function readable(read: () => void): void {
  try {
    read()
  } catch (cause) {
    if (cause instanceof DraftFailed) throw cause
    throw new DraftFailed({ kind: 'malformed' }, { cause })
  }
}
