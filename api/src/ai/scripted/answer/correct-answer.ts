import { isFreeText, isKnown, openFields, understand, type Chat } from './chat-so-far.ts'
import { findAnswer } from './find-answer.ts'
import { hear, names, type Found, type Heard, type Looking, type Span } from './heard.ts'
import { correctionLength } from './intents.ts'

/** `no, make it 6`: of what is named, or else of what was said last and could be six. */
export function correct(heard: Heard, chat: Chat): boolean {
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
  let isFound = false
  for (const field of candidates) {
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
    const found = findCorrection(heard, { ...chat.surroundings, field, isAsked: true })
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
function findCorrection(heard: Heard, looking: Looking): Found | undefined {
  const { text, message, before } = heard
  const cue = { start: 0, end: Math.min(correctionLength(text), text.length) }
  const wrong = Array.from(text.matchAll(wrongs), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  const without = (spans: Span[]): Found | undefined => {
    const rest = { ...message, text: blank(text, spans) }
    return findAnswer({ ...hear(rest, looking.language, before), taken: heard.taken }, looking)
  }
  return without([cue, ...wrong]) ?? without([cue])
}

/** With spaces for these parts: all places stay as they are. */
const blank = (text: string, spans: Span[]): string =>
  spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )

/** `not 3 but`, `instead of Friday` */
const wrongs =
  /(?<![\p{L}])(?:not|instead of|no)\s+(?=[\p{L}\d])[^,;.]*?(?=\s*(?:,|;|\.|but|it'?s|$))/giu
