import {
  testJobCall,
  testSavedJobCall,
  type TestedJob,
  type TestJobInput,
} from '@errand/contract/job-test'
import { createJobSchema } from '@errand/contract/jobs'
import { callApi } from '@errand/shared-auth'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { type AiFailure, toAiFailure } from '../assist/drafting.ts'
import {
  type JobFormValues,
  emptyJob,
  completeFields,
  toJobInput,
} from '../job-draft/job-values.ts'

export interface TestMessage {
  author: 'contact' | 'assistant'
  text: string
  /** The rest of the api's answer, shown below the message. */
  turn?: TestedJob
}

interface ChatState {
  messages: readonly TestMessage[]
  /** The latest answer, with everything collected so far. */
  turn: TestedJob | undefined
  isThinking: boolean
  failure: AiFailure | undefined
  leftOut: number
}

const emptyChat: ChatState = {
  messages: [],
  turn: undefined,
  isThinking: false,
  failure: undefined,
  leftOut: 0,
}

/** The part of a chat with which it goes on elsewhere. */
export type StartedChat = Pick<ChatState, 'messages' | 'turn'>

/**
 * A chat with the job as it is in the form, saved or not; without a form as it is saved. It may
 * have been started on another page.
 */
export function useTestChat(
  id: string | undefined,
  readValues?: () => JobFormValues,
  started?: StartedChat,
) {
  const [state, setState] = useState<ChatState>({ ...emptyChat, ...started })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const ask = async (messages: readonly TestMessage[], before: TestedJob | undefined) => {
    // A second message before the reply: both are answered together, as in a real chat.
    running.current?.abort()
    const ownController = new AbortController()
    running.current = ownController
    const { job, leftOut } = readValues === undefined ? savedJob : testableJob(readValues())
    setState({ messages, turn: before, isThinking: true, failure: undefined, leftOut })
    try {
      const turn = await testJob(
        id,
        {
          messages: messages.map(({ author, text }) => ({ author, text })),
          ...(job !== undefined && { job }),
          ...(before !== undefined && { collected: before.collected }),
        },
        ownController.signal,
      )
      if (ownController.signal.aborted) return
      const answer = { author: 'assistant' as const, text: turn.reply, turn }
      setState((now) => ({ ...now, messages: [...messages, answer], turn, isThinking: false }))
    } catch (error) {
      if (ownController.signal.aborted) return
      setState((now) => ({ ...now, isThinking: false, failure: toAiFailure(error) }))
    }
  }
  const goOn = useEffectEvent(() => {
    // The other page was left before the reply.
    if (started?.messages.at(-1)?.author === 'contact') void ask(started.messages, started.turn)
  })
  useEffect(() => {
    // In a later task: the form restores its draft after the effects of what is inside it.
    const timer = setTimeout(() => goOn())
    return () => clearTimeout(timer)
  }, [])
  return {
    ...state,
    send: (text: string) =>
      void ask([...withText(state.messages), { author: 'contact', text }], state.turn),
    retry: () => void ask(state.messages, state.turn),
    restart: () => {
      running.current?.abort()
      setState(emptyChat)
    },
  }
}
export type TestChat = ReturnType<typeof useTestChat>

/** The saved job is tested whole. */
const savedJob = { job: undefined, leftOut: 0 }

/** Only messages with text are sent. */
const withText = (messages: readonly TestMessage[]) => messages.filter(({ text }) => text !== '')

/** One turn of a test chat; a job that is not saved has to be given. */
export const testJob = (
  id: string | undefined,
  body: Partial<TestJobInput> & Pick<TestJobInput, 'messages'>,
  signal: AbortSignal,
): Promise<TestedJob> =>
  id === undefined
    ? callApi(testJobCall, { body: body as TestJobInput, signal })
    : callApi(testSavedJobCall, { id, body, signal })

/** The part of the job that can be tested: incomplete fields are left out instead of refused. */
export function testableJob(values: JobFormValues) {
  const input = toJobInput(values)
  const fields = input.fields ?? []
  const ready = completeFields(fields)
  const job = { ...input, fields: ready }
  const isWhole = createJobSchema.safeParse({ ...job, name: 'any' }).success
  const { behaviour, trigger, handoff, guardrails } = emptyJob
  return {
    job: isWhole
      ? job
      : { ...job, behaviour, trigger: { type: trigger.type }, handoff, guardrails },
    leftOut: fields.length - ready.length,
  }
}
