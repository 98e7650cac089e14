import type { FormData } from '@errand/contract/chats/form-data'
import type { MessageAi } from '@errand/contract/chats/message'
import { isBuiltIn, type RunResult } from '@errand/contract/chats/run'
import type { Preferences } from '@errand/contract/settings'

import type { Queries } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { promptVersion } from '../ai/compatible/turn-prompt.ts'
import type { Turn, TurnRequest } from '../ai/turn.ts'
import {
  clearCancelAsked,
  dropLatestFormData,
  markCancelAsked,
  startNextFormData,
} from '../answers/answer-sets.ts'
import type { FormDataRow } from '../answers/collected.ts'
import { listFormData, lockFormData, storeSet } from '../answers/form-data.service.ts'
import { endTurn, isAgreed, startTurn, type TurnStart } from '../answers/proposals.ts'
import { readSlots } from '../answers/slots.ts'
import {
  commitMutation,
  withRunState,
  withAttention,
  withMore,
  type ChatMutation,
} from '../chats/chat-mutation.ts'
import type { SessionRow } from '../chats/rows.ts'
import {
  cancelRun,
  lockChatAndRun,
  updateRun,
  wereAnswersShown,
  withSpent,
  type RunChanges,
  type RunRow,
  type ModelUsage,
} from '../chats/runs.ts'
import { stateColumns, nextState } from '../chats/state/session-state.ts'
import { checkTurn, type CheckedTurn } from './check-turn.ts'
import { emptyCollected } from './collected.ts'
import { followUp } from './follow-up.ts'
import { checkAnswer } from './gate-facts.ts'
import { askForOwner, handOff } from './hand-off.ts'
import { findOtherNames } from './other-contacts.ts'
import { queueReplies } from './queue-replies.ts'
import { wishOf } from './turn-answers.ts'

interface AppliedTurn extends ModelUsage {
  /** The run as it was when the model was asked. */
  run: RunRow
  turn: Turn
  request: TurnRequest
}

/**
 * Applies what the model said: stores answers, advances the chat and puts the reply into the outbox, all
 * of it or nothing. If the owner replied or took over meanwhile, the run is already cancelled, under the
 * same lock, and nothing is applied. The last step of its transaction.
 */
export async function applyTurn(
  queries: Queries,
  queue: Queue,
  { run: asked, turn, request, ...spent }: AppliedTurn,
): Promise<void> {
  const locked = await lockChatAndRun(queries, asked)
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
    // The owner may be about to answer: the run waits, and asks the model again afterwards.
    const waiting = await updateRun(queries, run.id, {
      state: 'waiting',
      wakeAt: session.ownerTypesUntil,
      // The attempt did not fail, so it does not count.
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
  const { row, dropped } = request.fields.length === 0 ? {} : await lockSet(queries, session, turn)
  const start = startTurn(row ?? emptyCollected, wishOf(turn))
  const isShown =
    !start.isAnother && (await wereAnswersShown(queries, session.id, row?.version ?? 0))
  const { splitReplies: isSplit } = preferences.assistant
  const { booking } = request.job.behaviour
  const slots =
    row === undefined || booking === undefined
      ? undefined
      : await readSlots(queries, { ...row, isAnother: start.isAnother }, booking)
  const otherNames = await findOtherNames(queries, session, { reply: turn.reply, request })
  const checked = checkTurn({
    turn,
    request,
    ...start,
    isShown,
    isSplit,
    slots,
    isBuiltIn: isBuiltIn(run.provider ?? ''),
    otherNames,
  })
  const stored =
    row === undefined || (dropped !== undefined && checked.action === 'handoff')
      ? undefined
      : await storeTurn(queries, { row, dropped, start, checked })
  if (turn.change === 'keep') await clearCancelAsked(queries, session.id)
  if (checked.cancels.length > 0) await markCancelAsked(queries, session.id, checked.cancels)
  const version = stored?.formData.version ?? 0
  const isChanged = stored?.isChanged === true || checked.cancels.length > 0
  const kept = isChanged ? withMore(chat, {}, { type: 'form_data.updated' }) : chat
  const changes = { ...total, result: toRunResult(checked, version), error: null }
  const outcome = {
    checked,
    request,
    preferences,
    chat: kept,
    run: { ...run, ...changes },
    changes,
    completed: stored?.needsFollowUp === true ? stored.formData : undefined,
  }
  await commitMutation(queries, await actOnTurn(queries, queue, outcome))
}

/** Locks the latest answers of a chat; of a further set that the contact takes back, those before it. */
async function lockSet(
  queries: Queries,
  { ownerId, id: sessionId }: SessionRow,
  { change }: Turn,
): Promise<{ row: FormDataRow; dropped?: FormDataRow }> {
  const row = await lockFormData(queries, { ownerId, sessionId })
  // What the owner has worked on is not the contact's to drop.
  const isOwners = Object.values(row.meta).some(({ source }) => source === 'owner')
  if (change !== 'keep' || isAgreed(row) || isOwners || row.followedUpAt !== null) return { row }
  const before = (await listFormData(queries, sessionId)).at(-2)
  return before === undefined ? { row } : { row: before, dropped: row }
}

interface TurnToStore {
  row: FormDataRow
  dropped: FormDataRow | undefined
  start: TurnStart
  checked: CheckedTurn
}

async function storeTurn(queries: Queries, { row: present, dropped, start, checked }: TurnToStore) {
  const row = dropped === undefined ? present : await dropLatestFormData(queries, dropped, present)
  const set = endTurn(row, start, { ...checked, at: new Date() })
  return start.isAnother
    ? startNextFormData(queries, row, set)
    : storeSet(queries, row, set, checked.action === 'complete')
}

interface TurnOutcome {
  chat: ChatMutation
  /** The run with its result, and the changes of it that are not stored yet. */
  run: RunRow
  changes: RunChanges
  checked: CheckedTurn
  request: TurnRequest
  preferences: Preferences
  /** The answers, if what follows their completion is to start. */
  completed: FormData | undefined
}

/** Advances the chat, queues the replies and starts what follows a completion. */
async function actOnTurn(
  queries: Queries,
  queue: Queue,
  judged: TurnOutcome,
): Promise<ChatMutation> {
  const { run, changes, checked, request, completed } = judged
  const advanced = await advanceChat(queries, queue, judged)
  const moved = checked.asksForOwner
    ? await askForOwner(queries, queue, {
        chat: advanced,
        reason: checked.cancels.length > 0 ? 'unsupported_request' : 'missing_knowledge',
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
  if (completed === undefined) return said
  return followUp(queries, queue, said, { job: request.job, answers: completed })
}

/** Changes the state of the chat as the turn asks. */
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
    // A contact who waits for the owner's answer still waits after the completion.
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

/** The result of a run, which later explains why it replied as it did. */
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
  // Sensitive values are stored with the answers and nowhere else.
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

/** How the assistant arrived at a reply, as stored with the message. */
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
