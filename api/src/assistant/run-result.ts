import type { MessageAi } from '@errand/contract/chats/message'
import type { RunResult } from '@errand/contract/chats/run'

import type { CheckedTurn } from './check-turn.ts'
import type { RunRow } from './runs.repo.ts'
import { promptVersion } from './say-replies.ts'

/** What came of a run, for whoever asks later why it said what it said. */
export function resultOf(checked: CheckedTurn, formVersion: number): RunResult {
  const { action, handoffReason, language, confidence, replies, removed, news } = checked
  return {
    action,
    handoffReason,
    language,
    confidence,
    replies,
    ...(checked.choices !== null && { choices: checked.choices }),
    removed,
    ...(checked.isShown && { confirms: formVersion }),
    read: Object.entries(news.answers).map(([key, value]) => readOf(checked, key, value)),
  }
}

function readOf({ news, after, problems }: CheckedTurn, key: string, value: unknown) {
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
export function aiOf({ model, latencyMs, inputTokens, outputTokens, result }: RunRow): MessageAi {
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
