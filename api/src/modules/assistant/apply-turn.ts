import type { MessageAi } from '@errand/contract/chats/message'
import type { RunResult } from '@errand/contract/chats/run'
import type { Preferences } from '@errand/contract/settings'

import { promptVersion } from '../ai/compatible/turn-prompt.ts'
import type { Turn, TurnRequest } from '../ai/turn.ts'
import { stateColumns, nextState } from '../chats/state/session-state.ts'
import type { Queries } from '../../platform/database/database.ts'
import { confirmAnswers } from '../answers/collected.ts'
import { lockFormData, storeAnswers } from '../answers/form-data.service.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { checkTurn, type CheckedTurn } from './check-turn.ts'
import { emptyCollected } from './collected.ts'
import { followUp } from './follow-up.ts'
import { checkAnswer } from './gate-facts.ts'
import { askForOwner, handOff } from './hand-off.ts'
import {
  commitMutation,
  withRunState,
  withAttention,
  withMore,
  type ChatMutation,
} from '../chats/chat-mutation.ts'
import {
  cancelRun,
  lockRunInChat,
  updateRun,
  wereAnswersShown,
  withSpent,
  type RunChanges,
  type RunRow,
  type ModelUsage,
} from '../chats/runs.ts'
import { queueReplies } from './queue-replies.ts'

interface AppliedTurn extends ModelUsage {
  /** As it was when the model was asked. */
  run: RunRow
  turn: Turn
  request: TurnRequest
}

/**
 * What the model said becomes true: answers are kept, the chat moves on, and the reply waits in the
 * outbox, all of it or nothing. Whoever has taken the word since has put an end to the run under the
 * same lock, so nothing of it happens then. The last step of its transaction.
 */
export async function applyTurn(
  queries: Queries,
  queue: Queue,
  { run: asked, turn, request, ...spent }: AppliedTurn,
): Promise<void> {
  const locked = await lockRunInChat(queries, asked)
  if (locked === undefined) return
  const { session, run } = locked
  const total = withSpent(run, spent)
  if (run.state !== 'thinking' || run.attempt !== asked.attempt) {
    await updateRun(queries, run.id, total)
    return
  }
  const now = new Date()
  const chat: ChatMutation = { session, changes: {}, events: [] }
  if (session.ownerTypesUntil !== null && session.ownerTypesUntil > now) {
    // The owner may be about to answer: it is thought of anew after that.
    const waiting = await updateRun(queries, run.id, {
      state: 'waiting',
      wakeAt: session.ownerTypesUntil,
      // Nothing has failed.
      attempt: run.attempt - 1,
      ...total,
    })
    await commitMutation(queries, withRunState(chat, waiting))
    return
  }
  const { stop, preferences } = await checkAnswer(queries, session)
  if (stop !== undefined) {
    await commitMutation(
      queries,
      withRunState(chat, await cancelRun(queries, run, stop.reason, total)),
    )
    return
  }
  const row =
    request.fields.length === 0
      ? undefined
      : await lockFormData(queries, { ownerId: session.ownerId, sessionId: session.id })
  const collected = row ?? emptyCollected
  const isShown = await wereAnswersShown(queries, session.id, collected.version)
  const { splitReplies: isSplit } = preferences.assistant
  const checked = checkTurn({ turn, request, collected, isShown, isSplit })
  const isConfirmed = checked.action === 'complete' && request.job.behaviour.confirmAtEnd
  const answers = isConfirmed ? confirmAnswers(checked.after) : checked.after
  const stored = row === undefined ? undefined : await storeAnswers(queries, row, answers)
  const version = stored?.formData.version ?? 0
  const kept = stored?.isChanged === true ? withMore(chat, {}, { type: 'form_data.updated' }) : chat
  const changes = { ...total, result: toRunResult(checked, version), error: null }
  const outcome = {
    checked,
    request,
    preferences,
    chat: kept,
    run: { ...run, ...changes },
    changes,
  }
  await commitMutation(queries, await actOnTurn(queries, queue, outcome))
}

interface TurnOutcome {
  chat: ChatMutation
  /** As it will be, and what of it is not written down yet. */
  run: RunRow
  changes: RunChanges
  checked: CheckedTurn
  request: TurnRequest
  preferences: Preferences
}

/** Moves the chat on, says what is to be said, and sets going what follows. */
async function actOnTurn(
  queries: Queries,
  queue: Queue,
  judged: TurnOutcome,
): Promise<ChatMutation> {
  const { run, changes, checked, request, preferences } = judged
  const advanced = await advanceChat(queries, queue, judged)
  const moved = checked.asksForOwner
    ? await askForOwner(queries, queue, {
        chat: advanced,
        reason: 'missing_knowledge',
        preferences,
      })
    : advanced
  const { replies, choices } = checked
  const said =
    replies.length === 0
      ? await finishRun(queries, moved, judged)
      : await queueReplies(queries, queue, moved, {
          run,
          changes,
          replies,
          choices,
          ai: toMessageAi(run),
        })
  return checked.action === 'complete' ? followUp(queries, queue, said, request.job) : said
}

/** Where the chat stands after it. */
async function advanceChat(
  queries: Queries,
  queue: Queue,
  { chat, checked, request, preferences }: TurnOutcome,
): Promise<ChatMutation> {
  const { action, handoffReason } = checked
  if (action === 'ignore' || action === 'continue') return chat
  if (action === 'complete') {
    const state = nextState(chat.session, { type: 'complete', at: new Date() })
    if (typeof state === 'string') return chat
    const completed = withMore(chat, stateColumns(state))
    // Who waits for an answer of the owner's waits for it after the end as well.
    const isWaiting = request.openQuestions.length > 0 || chat.session.attention.includes('handoff')
    return isWaiting ? withAttention(completed, 'handoff') : completed
  }
  const reason = handoffReason ?? 'unsupported_request'
  return handOff(queries, queue, { chat, reason, preferences })
}

async function finishRun(
  queries: Queries,
  chat: ChatMutation,
  { run, changes }: Pick<TurnOutcome, 'run' | 'changes'>,
): Promise<ChatMutation> {
  const ended = { ...changes, state: 'done', wakeAt: null, finishedAt: new Date() } as const
  return withRunState(chat, await updateRun(queries, run.id, ended))
}

/** What came of a run, for whoever asks later why it said what it said. */
function toRunResult(checked: CheckedTurn, formVersion: number): RunResult {
  const { action, handoffReason, language, confidence, replies, removed, news } = checked
  const { intent, sources, unanswered } = checked
  return {
    intent,
    action,
    handoffReason,
    language,
    confidence,
    replies,
    asks: [...checked.asks],
    ...(checked.choices !== null && { choices: checked.choices }),
    removed,
    ...(checked.isShown && { confirms: formVersion }),
    sources,
    ...(unanswered !== null && { unanswered }),
    read: Object.entries(news.answers).map(([key, value]) => toReadAnswer(checked, key, value)),
  }
}

function toReadAnswer({ news, after, problems }: CheckedTurn, key: string, value: unknown) {
  const { evidence, confidence } = news.origins[key] ?? {}
  const field = after.fields.find((one) => one.key === key)
  // Kept where answers are kept, and nowhere else.
  if (field?.sensitive === true) return { key, value: null }
  const problem = problems.find(({ pointer }) => pointer.endsWith(`/${key}`))?.detail
  return {
    key,
    value,
    ...(evidence !== undefined && { evidence }),
    ...(confidence !== undefined && { confidence }),
    ...(problem !== undefined && { problem }),
  }
}

/** How the assistant came to what it says, as the message tells it. */
function toMessageAi({ model, latencyMs, inputTokens, outputTokens, result }: RunRow): MessageAi {
  return {
    model: model ?? '',
    promptVersion,
    latencyMs: latencyMs ?? 0,
    inputTokens,
    outputTokens,
    ...(result !== null && {
      confidence: result.confidence,
      extracted: result.read.map(({ key, value, evidence }) => ({
        key,
        value,
        ...(evidence !== undefined && { evidence }),
      })),
    }),
  }
}
