import { setImmediate } from 'node:timers/promises'

import { isFreeText, isKnown, openFields, understand, type Chat } from './chat-so-far.ts'
import { findAnswer } from './find-answer.ts'
import { hear, names, type Heard, type Span } from './heard.ts'
import { correctionLength } from './intents.ts'

/** `no, make it 6`: of what is named, or else of what was said last and could be six. */
export async function correct(heard: Heard, chat: Chat): Promise<boolean> {
  const { request, byKey, asked } = chat
  const answered = openFields(chat).filter((field) => isKnown(field, chat))
  const last = [...byKey.keys()].toReversed()
  const states = request.fields
    .filter(({ value }) => value !== undefined)
    .map(({ field }) => field.key)
  const recent = [...last, ...states.toReversed()]
  const candidates = answered
    .toSorted((one, other) => recent.indexOf(one.key) - recent.indexOf(other.key))
    .toSorted((one, other) => Number(isFreeText(one)) - Number(isFreeText(other)))
    .toSorted((one, other) => Number(names(heard.text, other)) - Number(names(heard.text, one)))
  const readings = readCorrection(heard, chat.surroundings.language)
  let isFound = false
  for (const field of candidates) {
    await setImmediate()
    const isNamed = names(heard.text, field)
    // Words alone correct a text only when it is named, or was the last thing that was said.
    if (
      isFreeText(field) &&
      !isNamed &&
      (field.key !== recent[0] || asked.some((one) => isFreeText(one)))
    )
      continue
    if (field.type === 'boolean' && !isNamed) continue
    if (isFound && !isNamed) break
    const looking = { ...chat.surroundings, field, isAsked: true }
    const found =
      findAnswer(readings.withoutWrongs, looking) ?? findAnswer(readings.withoutCue, looking)
    if (found === undefined) continue
    const understood = understand(field, heard, found, chat.surroundings)
    if (understood.refused !== undefined && !isNamed) continue
    heard.taken.push({ start: found.start, end: found.end })
    byKey.set(field.key, understood)
    isFound = true
  }
  return isFound
}

/** What it is not is no answer, unless nothing else was said. */
function readCorrection({ text, message, before, taken }: Heard, language: string) {
  const cue = { start: 0, end: Math.min(correctionLength(text), text.length) }
  const wrong = Array.from(text.matchAll(wrongs), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  const without = (spans: Span[]): Heard => ({
    ...hear({ ...message, text: blank(text, spans) }, language, before),
    taken,
  })
  return { withoutWrongs: without([cue, ...wrong]), withoutCue: without([cue]) }
}

/** With spaces for these parts: all places stay as they are. */
const blank = (text: string, spans: Span[]): string =>
  spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )

/** `not 3 but`, `instead of Friday` */
const wrongs =
  /(?<![\p{L}])(?:not|instead of|no)\s+(?=[\p{L}\d])(?:(?=but|it'?s)|[^,;.]*?(?<!\s)(?=\s*(?:,|;|\.|but|it'?s|$)))/giu
