import { setImmediate } from 'node:timers/promises'

import type { JobField } from '@errand/contract/job-field'

import { readAnswer } from '../../../form-data/read-answer.ts'
import type { TurnMessage, TurnRequest } from '../../turn.ts'
import {
  isFreeText,
  isKnown,
  openFields,
  understand,
  type Chat,
  type Understood,
} from './chat-so-far.ts'
import { correct } from './correct-answer.ts'
import { findAnswer, rankOf } from './find-answer.ts'
import { dateSpans } from './find-date.ts'
import { hear, names, type Heard, type Span, type Surroundings } from './heard.ts'
import {
  asksSomething,
  corrects,
  isGreeting,
  isIdle,
  isThanks,
  leadingYes,
  refuses,
} from './intents.ts'

export interface Reading {
  byKey: Map<string, Understood>
  declined?: { field: JobField; evidence: string }
}

/**
 * Reads a burst of messages, one after the other: later words count. Between two fields others have
 * their turn: people may write much, and owners ask for thirty things.
 */
export async function readMessages(
  request: TurnRequest,
  surroundings: Surroundings,
  asked: readonly JobField[],
): Promise<Reading> {
  const chat: Chat = { request, surroundings, asked, byKey: new Map() }
  const before = request.history
    .filter(({ author }) => author === 'contact')
    .map(({ text }) => text)
  const heard: Heard[] = []
  for (const message of request.inbound) {
    const earlier = [...before, ...heard.map(({ text }) => text)].slice(-3).toReversed()
    const one = hear(message, surroundings.language, earlier)
    heard.push(one)
    await readMessage(one, chat)
  }
  return { byKey: chat.byKey, ...takeRest(request.inbound, chat) }
}

async function readMessage(heard: Heard, chat: Chat): Promise<void> {
  const { asked, request } = chat
  const isCorrection = corrects(heard.text)
  if (isCorrection && (await correct(heard, chat))) return
  const fields = openFields(chat)
  const first = asked.find(({ key }) => !chat.byKey.has(key)) ?? nextAsked(fields, chat)
  const isFirst = ({ key }: JobField) => key === first?.key
  // What was asked for goes before others of its kind.
  const ordered = fields.toSorted(
    (one, other) =>
      rankOf(one.type) - rankOf(other.type) || Number(isFirst(other)) - Number(isFirst(one)),
  )
  for (const field of ordered) {
    await setImmediate()
    const isAsked = asked.length === 1 ? isFirst(field) : asked.includes(field)
    if (rankOf(field.type) >= rankOf('currency')) reserveDates(heard, field, chat)
    if (
      !isAsked &&
      isKnown(field, chat) &&
      !(request.phase === 'confirming' || names(heard.text, field))
    )
      continue
    if (isFreeText(field) && isAsked && refuses(heard.text)) continue
    look(heard, { field, isAsked }, chat)
  }
}

/** In a burst the next answer comes before its question; free text could be anything. */
function nextAsked(fields: JobField[], chat: Chat): JobField | undefined {
  if (chat.asked.length !== 1 || chat.byKey.size === 0) return undefined
  const next = fields.find((field) => field.required && !isKnown(field, chat))
  return next === undefined || isFreeText(next) || next.type === 'boolean' ? undefined : next
}

/**
 * Digits of a day or a time are no number, whether somebody asks for the day or not; `4/5` and `1.5`
 * could be one, and only where words are wanted they are taken for a day.
 */
function reserveDates(heard: Heard, field: JobField, { surroundings }: Chat): void {
  const spans = dateSpans(heard, surroundings)
  const isSpoken = ({ start, end }: Span) => /[\p{L}]/u.test(heard.text.slice(start, end))
  heard.taken.push(...(isFreeText(field) ? spans : spans.filter(isSpoken)))
}

function look(
  heard: Heard,
  { field, isAsked }: { field: JobField; isAsked: boolean },
  { surroundings, byKey }: Chat,
): boolean {
  const found = findAnswer(heard, { ...surroundings, field, isAsked })
  if (found === undefined) return false
  const understood = understand(field, heard, found, surroundings)
  // Words that nobody asked for are no wrong answer.
  if (understood.refused !== undefined && !isAsked && isFreeText(field)) return false
  heard.taken.push({ start: found.start, end: found.end })
  byKey.set(field.key, understood)
  return true
}

/** What was asked for and not understood: the words as they are, which are refused, or a refusal. */
function takeRest(inbound: readonly TurnMessage[], { asked, byKey, surroundings, request }: Chat) {
  const [field] = asked
  if (field === undefined || asked.length > 1 || byKey.has(field.key)) return {}
  const refusal = inbound.findLast(({ text }) => refuses(text))
  if (refusal !== undefined) return { declined: { field, evidence: refusal.text.trim() } }
  if (byKey.size > 0 || field.type === 'file' || field.type === 'location') return {}
  const last = inbound.findLast(({ text }) => couldAnswer(text))
  if (last === undefined || isFreeText(field) || request.phase === 'confirming') return {}
  const evidence = last.text.trim()
  byKey.set(field.key, {
    field,
    said: evidence,
    evidence,
    ...readAnswer(field, evidence, surroundings.place),
  })
  return {}
}

const couldAnswer = (text: string): boolean =>
  !isIdle(text) &&
  !isGreeting(text) &&
  !isThanks(text) &&
  !asksSomething(text) &&
  leadingYes(text)?.trim() !== text.trim()
