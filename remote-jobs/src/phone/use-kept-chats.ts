import { newIdempotencyKey } from '@errand/contract/idempotency-key'
import type { TestedJob } from '@errand/contract/job-test'
import { browserStorage, useSession } from '@errand/shared-auth'
import { useEffect, useRef, useState } from 'react'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { type TestMessage, testJob, testableJob } from './use-test-chat.ts'

/** Test chats kept with a job in this browser, and the results of replaying them. */
export function useKeptChats(jobId: string | undefined, readValues: () => JobFormValues) {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.uid : 'nobody'
  const key = `errand:test-chats:${owner}:${jobId ?? 'new'}`
  const [chats, setChats] = useState(() => readKept(key))
  const [replays, setReplays] = useState<Readonly<Record<string, Replay>>>({})
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const store = (next: readonly KeptChat[]) => setChats(writeKept(key, next))

  const replayAll = async () => {
    running.current?.abort()
    const ownController = new AbortController()
    running.current = ownController
    const { job } = testableJob(readValues())
    setReplays({})
    for (const [index, chat] of chats.entries()) {
      setDone(index)
      const replay = await replayChat(jobId, job, chat, ownController.signal)
      if (ownController.signal.aborted) return
      setReplays((all) => ({ ...all, [chat.id]: replay }))
    }
    setDone(undefined)
  }
  return {
    chats,
    replays,
    /** How many chats have been replayed while a replay runs. */
    done,
    canKeep: jobId !== undefined,
    keep: (messages: readonly TestMessage[], values: Record<string, unknown>) =>
      store([...chats, { id: newIdempotencyKey(), turns: toTurns(messages), values }]),
    remove: (id: string) => store(chats.filter((chat) => chat.id !== id)),
    putBack: (chat: KeptChat) => setChats((all) => writeKept(key, [...all, chat])),
    /** Accepts the new outcome as the expected one. */
    accept: (now: KeptChat) => {
      store(chats.map((chat) => (chat.id === now.id ? now : chat)))
      setReplays((all) => ({ ...all, [now.id]: { outcome: 'same', now } }))
    },
    replayAll: () => void (chats.length > 0 && replayAll()),
  }
}
export type KeptChats = ReturnType<typeof useKeptChats>

async function replayChat(
  id: string | undefined,
  job: ReturnType<typeof testableJob>['job'],
  chat: KeptChat,
  signal: AbortSignal,
): Promise<Replay> {
  const messages: { author: 'contact' | 'assistant'; text: string }[] = []
  const now: KeptChat = { id: chat.id, turns: [], values: {} }
  let collected: Awaited<ReturnType<typeof testJob>>['collected'] | undefined
  try {
    for (const { said } of chat.turns) {
      messages.push(...said.map((text) => ({ author: 'contact' as const, text })))
      const turn = await testJob(id, { messages, job, ...(collected && { collected }) }, signal)
      collected = turn.collected
      now.values = turn.collected.values
      now.turns.push({ said, reply: turn.reply, action: turn.action })
      if (turn.reply !== '') messages.push({ author: 'assistant', text: turn.reply })
    }
    return { outcome: compare(chat, now), now }
  } catch {
    return { outcome: 'noReply' }
  }
}

/** Groups the contact's messages with the reply that follows them. */
function toTurns(messages: readonly TestMessage[]): KeptTurn[] {
  const turns: KeptTurn[] = []
  let said: string[] = []
  for (const { author, text, turn } of messages) {
    if (author === 'contact') said.push(text)
    else {
      turns.push({ said, reply: text, action: turn?.action ?? 'continue' })
      said = []
    }
  }
  return turns
}

/** The outcome of one turn of a test chat. */
interface KeptTurn {
  /** The contact's messages of this turn. */
  said: string[]
  reply: string
  action: TestedJob['action']
}

/** A test chat with its expected outcome. */
export interface KeptChat {
  id: string
  turns: KeptTurn[]
  values: Record<string, unknown>
}

/** The outcome of a replay and how it differs. */
export interface Replay {
  outcome: 'same' | 'otherAnswers' | 'otherWords' | 'noReply'
  now?: KeptChat
}

const maxKeptChats = 20

function readKept(key: string): KeptChat[] {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(key) ?? '[]')
    return Array.isArray(kept)
      ? (kept as KeptChat[]).filter(({ turns }) => Array.isArray(turns))
      : []
  } catch {
    return []
  }
}

function writeKept(key: string, chats: readonly KeptChat[]): KeptChat[] {
  const kept = chats.slice(-maxKeptChats)
  browserStorage.setItem(key, JSON.stringify(kept))
  return kept
}

/** How the new outcome differs from the expected one. */
function compare(before: KeptChat, now: KeptChat): Replay['outcome'] {
  const outcomeOf = ({ turns, values }: KeptChat) =>
    JSON.stringify([sortEntries(values), turns.map(({ action }) => action)])
  const repliesOf = ({ turns }: KeptChat) => JSON.stringify(turns.map(({ reply }) => reply))
  if (outcomeOf(before) !== outcomeOf(now)) return 'otherAnswers'
  return repliesOf(before) === repliesOf(now) ? 'same' : 'otherWords'
}

const sortEntries = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).toSorted(([one], [other]) => one.localeCompare(other))
