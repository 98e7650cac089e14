import type { Preferences } from '@errand/contract/settings'

import { readPreferences } from '../auth/settings-view.ts'
import { returnAtOf } from '../chats/state/return-at.ts'
import type { Queries } from '../database/database.ts'
import { findVersion } from '../jobs/job-versions.ts'
import type { Queue } from '../queue/queue.ts'
import { readPhrases } from './chat-phrases.ts'
import { isDue } from './gate.ts'
import { handOff } from './hand-off.ts'
import { mailHandoff } from './mail-handoff.ts'
import { after, say, showing, withMore, type PendingChat } from './pending-chat.ts'
import { updateRun, type RunRow } from './runs.repo.ts'
import { isWindowOpen } from './say-replies.ts'

/** How often somebody is told that there is no answer now. */
const fallbackAgainMs = 60 * 60_000

/**
 * Why there is no answer: the provider cannot now, will not, or does not keep to the form; or what
 * it said cannot be kept.
 */
export type FailureKind = 'unavailable' | 'refused' | 'misshapen' | 'broken'

interface Failure {
  chat: PendingChat
  run: RunRow
  kind: FailureKind
  /** For the owner. */
  error: string
}

/**
 * There is no answer. The contact hears so once an hour, the owner is asked; what will go better
 * next time stays with the assistant, which tries again when the contact writes.
 */
export async function failRun(
  queries: Queries,
  queue: Queue,
  { chat, run, kind, error }: Failure,
): Promise<PendingChat> {
  const now = new Date()
  const preferences = await readPreferences(queries, run.ownerId)
  const told = await tellContact(queries, queue, { chat, business: preferences.business }, now)
  const asked = await (kind === 'unavailable' ? askOwner() : giveToOwner())
  const failed = await updateRun(queries, run.id, {
    state: 'error',
    error,
    wakeAt: null,
    lease: null,
    finishedAt: now,
  })
  return showing(asked, failed)

  async function askOwner(): Promise<PendingChat> {
    const { attention } = after(told)
    if (attention.includes('handoff')) return told
    const session = after(told)
    await mailHandoff(queries, queue, { session, reason: 'tool_failure', preferences })
    return withMore(told, { attention: [...attention, 'handoff'] })
  }

  function giveToOwner(): Promise<PendingChat> {
    const reason = kind === 'refused' ? 'policy_restriction' : 'tool_failure'
    const minutes = preferences.assistant.returnToAssistantAfterMinutes
    const returnAt = returnAtOf(chat.session, { minutes, at: now })
    return handOff(queries, queue, { chat: told, reason, preferences, returnAt })
  }
}

async function tellContact(
  queries: Queries,
  queue: Queue,
  { chat, business }: { chat: PendingChat; business: Preferences['business'] },
  at: Date,
): Promise<PendingChat> {
  const session = after(chat)
  if (!isDue(session.notices.fallback, fallbackAgainMs, at) || !isWindowOpen(session, at))
    return chat
  const { jobId, jobVersion } = session
  const version =
    jobId === null || jobVersion === null
      ? undefined
      : await findVersion(queries, jobId, jobVersion)
  const { fallback } = await readPhrases(queries, session, business)
  const text = version?.snapshot.fallbackMessage || fallback
  const said = await say(queries, queue, chat, { author: 'assistant', text, heldUntil: at, at })
  return withMore(said, { notices: { ...session.notices, fallback: at.toISOString() } })
}
