import { runEventSchema, type AssistantRun } from '@errand/contract/chats/run'
import { queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'

/** What the assistant is doing in a chat at this moment; `answersAt` while it waits. */
export type LiveRun = Pick<AssistantRun, 'state' | 'answersAt'>

const runsKey = [...chatsKey, 'run'] as const

/** What is known of the assistant's work in a chat; only events tell of it. */
export const liveRunQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...runsKey, sessionId],
    queryFn: (): LiveRun | null => null,
    enabled: false,
  })

export function keepRun(sessionId: string, run: LiveRun): void {
  queryClient.setQueryData(liveRunQuery(sessionId).queryKey, run)
}

/** Lets go of what events told: some were missed, and nothing else tells that a run is over. */
export function forgetRuns(): void {
  void queryClient.resetQueries({ queryKey: runsKey })
}

/** Reads what an event tells of a run. */
export function readRun(data: unknown): LiveRun | undefined {
  const event = runEventSchema.safeParse(data)
  return event.success ? event.data.run : undefined
}
