import type { JobField } from '@errand/contract/job-field'
import type { GenerateInput } from '@errand/contract/job-generation'
import { useEffect, useRef, useState } from 'react'

import { failureOf, type DraftFailure } from './draft-failure.ts'
import { streamDraft, type Draft, type DraftKind } from './generate.api.ts'

/** A draft as far as it has come. */
export interface DraftState<K extends DraftKind> {
  status: 'idle' | 'writing' | 'done' | 'stopped' | 'failed'
  /** By path: `/instructions`, `/name`, `/greeting`. */
  texts: Readonly<Record<string, string>>
  fields: readonly JobField[]
  draft?: Draft<K>
  failure?: DraftFailure
}

const idle = { status: 'idle', texts: {}, fields: [] } as const

/** Has something drafted, once at a time; leaving the page stops the writing. */
export function useDraft<K extends DraftKind>(kind: K) {
  const [state, setState] = useState<DraftState<K>>(idle)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (input: GenerateInput) => {
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    const isCurrent = () => controller.current === own && !own.signal.aborted
    const heard = { texts: {} as Record<string, string>, fields: [] as JobField[] }
    let frame = 0
    // Many words arrive within one picture; it is drawn once.
    const draw = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        if (isCurrent()) setState({ status: 'writing', ...copyOf(heard) })
      })
    }
    setState({ ...idle, status: 'writing' })
    try {
      const draft = await streamDraft(kind, input, {
        signal: own.signal,
        onText: (path, text) => {
          heard.texts[path] = (heard.texts[path] ?? '') + text
          draw()
        },
        onField: (index, field) => {
          heard.fields[index] = field
          draw()
        },
      })
      if (isCurrent()) setState({ status: 'done', ...copyOf(heard), draft })
    } catch (error) {
      if (isCurrent()) setState({ status: 'failed', ...copyOf(heard), failure: failureOf(error) })
    } finally {
      cancelAnimationFrame(frame)
    }
  }
  return {
    ...state,
    start: (input: GenerateInput) => void start(input),
    /** Ends the writing at once; what has arrived stays. */
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

const copyOf = ({ texts, fields }: { texts: Record<string, string>; fields: JobField[] }) => ({
  texts: { ...texts },
  fields: fields.filter((field) => field !== undefined),
})
