import type { JobField } from '@errand/contract/job-field'

import { asksSomething, greetingLength, isGreeting, isIdle, isThanks } from './intents.ts'
import { isTaken, namesOf, type Found, type Heard, type Looking, type Span } from './heard.ts'

const nameWords = /(?:^|[^\p{L}])(?:name|naam|nombre|customer|नाम|اسم|الاسم)(?:$|[^\p{L}])/iu
const isName = ({ key, label }: JobField): boolean =>
  nameWords.test(` ${key.replaceAll('_', ' ')} ${label} `)

/** How people begin to say their name; what follows is the name. */
const nameCues = [
  /(?<![\p{L}])(?:my name is|my name'?s|name is|i am|i'm|this is|it'?s|it is|call me|name\s*[:=-])\s+/giu,
  /(?<![\p{L}])(?:mera naam|naam hai|naam|main|mai)\s+/giu,
  /(?:मेरा नाम|नाम|मैं)\s+/gu,
  /(?<![\p{L}])(?:me llamo|mi nombre es|soy|habla)\s+/giu,
  /(?:اسمي|انا اسمي|أنا|انا)\s+/gu,
]
/** What stands behind a name and is none of it. */
const nameEnd =
  /(?<!\s)\s*(?:[,.;!?\n|]|\s[-–]\s|\s(?:hai|hoon|hun|hu|here|from|and|y|speaking|with|but|se|है|हूँ|हूं)(?![\p{L}\p{M}])|\sbol (?:raha|rahi)).*$/isu
/** What is longer is no name, and not looked into. */
const longestName = 200
const notAName =
  /^(?:\d+|its?|name|wrong|right|correct|incorrect|misspelled|a|an|the|in|at|on|not|no|looking|interested|here|coming|calling|from|going|trying|sorry|fine|good|ok|okay|yes|just|very|so|ready|happy|your|also|still|now|available|free|late|busy|allergic|vegetarian|vegan|staying|planning|sure|i|we|you|want|need|for|my|unable|get|give|tell|show|ignore|write|send|call|help|book|order|cancel|please|can|could|stop|visit|forget|make|change|system|quiero|necesito|mujhe|para|de|el|la)(?![\p{L}])/iu

/** Free text: what follows its name, or when it was asked for, all that is no other answer. */
export function findText(heard: Heard, looking: Looking): Found | undefined {
  const { field, isAsked } = looking
  const named = isName(field) ? findName(heard, looking) : (afterLabel(heard, field) ?? undefined)
  if (named !== undefined || !isAsked || isName(field)) return named
  const span = trim(heard.text, {
    start: Math.max(0, greetingLength(heard.text)),
    end: heard.text.length,
  })
  const text = heard.text.slice(span.start, span.end)
  if (text === '' || isIdle(text) || isGreeting(heard.text) || isThanks(text)) return undefined
  if (field.type === 'long_text' || field.type === 'address') {
    return text.endsWith('?') ? undefined : withoutCue(heard, field, span)
  }
  if (asksSomething(text)) return undefined
  const free = freeSpans(heard, span).find((one) =>
    /[\p{L}\p{N}]/u.test(heard.text.slice(one.start, one.end)),
  )
  return free === undefined ? undefined : withoutCue(heard, field, free)
}

/** What stands before the thing itself. */
const cues: Partial<Record<JobField['type'], RegExp>> = {
  text: /^(?:please\s+)?(?:(?:i|we)\s+(?:want|need|would like|wish)|(?:i|we)'d like|can (?:i|we) (?:get|have|book)|looking for|book(?: me)?|quiero|quisiera|necesito)\s+(?:to (?:book|order|get|have|buy)\s+)?(?:an?\s+|some\s+|un[ao]?\s+)?/i,
  address:
    /^(?:please\s+)?(?:(?:deliver|send|bring)(?: it)? to|(?:my |the )?address (?:is|:)|i live (?:at|in))\s+/i,
}

function withoutCue({ text }: Heard, { type }: JobField, span: Span): Found {
  const said = text.slice(span.start, span.end)
  const length = cues[type]?.exec(said)?.[0].length ?? 0
  const start = length < said.length ? span.start + length : span.start
  return { start, end: span.end, value: text.slice(start, span.end) }
}

function findName(heard: Heard, { isAsked }: Looking): Found | undefined {
  const { text } = heard
  for (const cue of nameCues) {
    for (const match of text.matchAll(cue)) {
      const found = nameAt(heard, match.index + match[0].length)
      if (found !== undefined) return found
    }
  }
  if (!isAsked || asksSomething(text) || isGreeting(text) || isThanks(text)) return undefined
  const start = greetingLength(text)
  return freeSpans(heard, { start, end: text.length })
    .map((span) => nameAt(heard, span.start, span.end))
    .find((found) => found !== undefined)
}

function nameAt({ text, taken }: Heard, start: number, end = text.length): Found | undefined {
  const line = text.slice(start, Math.min(end, start + longestName)).replace(nameEnd, '')
  const span = trim(text, { start, end: start + line.length })
  const name = text.slice(span.start, span.end)
  const words = name.split(/\s+/)
  const isLike =
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\s.&'’-]*$/u.test(name) &&
    /\p{L}/u.test(name) &&
    words.length <= 5 &&
    line.length < longestName &&
    !notAName.test(name)
  return isLike && !isTaken({ taken }, span) && !isIdle(name) ? { ...span, value: name } : undefined
}

/** `Address: 12 MG Road`, `the service is a haircut`. */
function afterLabel({ text }: Heard, field: JobField): Found | undefined {
  const labels = [
    field.label,
    field.key.replaceAll('_', ' '),
    ...(namesOf(field).length === 1 ? namesOf(field) : []),
  ]
  for (const label of labels) {
    const written = label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const match = new RegExp(
      `(?<![\\p{L}\\p{M}])${written}\\s*(?:[:=]|\\s(?:is|hai|es|है|to|-)(?![\\p{L}]))\\s*`,
      'iu',
    ).exec(text)
    if (match === null) continue
    const start = match.index + match[0].length
    const end = text.indexOf('\n', start)
    const span = trim(text, { start, end: end === -1 ? text.length : end })
    if (span.end > span.start) return { ...span, value: text.slice(span.start, span.end) }
  }
  return undefined
}

/** The parts between commas and lines that hold no other answer; in each, what is left beside them. */
function freeSpans(heard: Heard, within: Span): Span[] {
  const parts: Span[] = []
  let start = within.start
  for (const match of heard.text
    .slice(within.start, within.end)
    .matchAll(/[,\n;]|\s(?:and|aur|y)\s/giu)) {
    parts.push({ start, end: within.start + match.index })
    start = within.start + match.index + match[0].length
  }
  parts.push({ start, end: within.end })
  // Nothing else was said: then commas are part of it.
  const whole = heard.taken.some((span) => span.start < within.end && span.end > within.start)
    ? parts
    : [within]
  return whole
    .map((part) => withoutTaken(heard, part))
    .map((part) => trim(heard.text, part))
    .filter((part) => part.end > part.start)
}

function withoutTaken({ taken, text }: Heard, part: Span): Span {
  const first = taken
    .filter((span) => span.start < part.end && span.end > part.start)
    .toSorted((a, b) => a.start - b.start)[0]
  if (first === undefined) return part
  const before = text
    .slice(part.start, first.start)
    .replace(/\s(?:on|at|for|by|around|from|to|ko|ke liye|el|para)\s*$/i, '')
  if (before.trim() !== '') return { start: part.start, end: part.start + before.length }
  return { start: Math.min(first.end, part.end), end: part.end }
}

const strayEnd =
  /(?<![\s,;:–\p{Extended_Pictographic}\uFE0F-])[\s,;:–\p{Extended_Pictographic}\uFE0F-]+$/u

/** Without spaces and stray marks at either end. */
function trim(text: string, { start, end }: Span): Span {
  const inner = text.slice(start, end)
  const front = /^[\s,.;:!–\p{Extended_Pictographic}\uFE0F-]*/u.exec(inner)?.[0].length ?? 0
  const back = strayEnd.exec(inner)?.[0].length ?? 0
  return {
    start: Math.min(end, start + front),
    end: Math.max(Math.min(end, start + front), end - back),
  }
}
