import type { TestedJob } from '@errand/contract/job-test'
import { browserStorage } from '@errand/shared-auth'

/** What one turn of a test chat led to. */
export interface KeptTurn {
  /** What the customer wrote, one after the other. */
  said: string[]
  reply: string
  action: TestedJob['action']
}

/** A test chat with the outcome that is right. */
export interface KeptChat {
  id: string
  turns: KeptTurn[]
  values: Record<string, unknown>
}

/** What a chat led to when it was replayed, and what of it is different. */
export interface Replay {
  outcome: 'same' | 'otherAnswers' | 'otherWords' | 'noReply'
  now?: KeptChat
}

const most = 20

export function readKept(key: string): KeptChat[] {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(key) ?? '[]')
    return Array.isArray(kept)
      ? (kept as KeptChat[]).filter(({ turns }) => Array.isArray(turns))
      : []
  } catch {
    return []
  }
}

export function writeKept(key: string, chats: readonly KeptChat[]): KeptChat[] {
  const kept = chats.slice(-most)
  browserStorage.setItem(key, JSON.stringify(kept))
  return kept
}

/** What is different between what is right and what came of it. */
export function compare(before: KeptChat, now: KeptChat): Replay['outcome'] {
  const decided = ({ turns, values }: KeptChat) =>
    JSON.stringify([sorted(values), turns.map(({ action }) => action)])
  const words = ({ turns }: KeptChat) => JSON.stringify(turns.map(({ reply }) => reply))
  if (decided(before) !== decided(now)) return 'otherAnswers'
  return words(before) === words(now) ? 'same' : 'otherWords'
}

const sorted = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).toSorted(([one], [other]) => one.localeCompare(other))
