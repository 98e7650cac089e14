import { fill, helloOf, type Phrases } from '../../phrases/phrases.ts'
import { questionAgain, questionFor, summaryOf } from '../../phrases/write-phrases.ts'
import type { Turn, TurnRequest } from '../../turn.ts'
import { asksSomething, corrects, isIdle, isNo, isThanks, isYes } from './intents.ts'
import { openQuestions } from './open-questions.ts'
import type { Reading } from './read-messages.ts'

interface Writing {
  request: TurnRequest
  reading: Reading
  phrases: Phrases
}
type Written = Pick<Turn, 'reply' | 'action'> &
  Partial<Pick<Turn, 'handoffReason' | 'confidence' | 'asks' | 'unanswered'>>

/** What is said next, and what it means for the chat. */
export function writeTurn(writing: Writing): Written {
  const { request, reading, phrases } = writing
  if (request.phase === 'confirming' && reading.byKey.size === 0) return confirming(writing)
  const values = valuesAfter(writing)
  const refused = [...reading.byKey.values()].find((one) => one.refused !== undefined)
  if (refused?.refused !== undefined) {
    return {
      reply: questionAgain(refused.field, refused.refused, phrases),
      asks: [refused.field.key],
      action: 'continue',
    }
  }
  const open = openQuestions(request, values).filter(
    ({ key, required }) => required || key !== reading.declined?.field.key,
  )
  if (open.length > 0)
    return {
      reply: lines(opening(writing), next(writing, open)),
      asks: (request.job.behaviour.askOneAtATime ? open.slice(0, 1) : open).map(({ key }) => key),
      unanswered: unansweredIn(writing),
      action: 'continue',
    }
  return allSaid(writing, values)
}

function valuesAfter({ request, reading }: Writing): Record<string, unknown> {
  const known = request.fields.flatMap(({ field, value, state }) =>
    value === undefined ? [] : [{ key: field.key, value, state }],
  )
  const values = Object.fromEntries(known.map(({ key, value }) => [key, value]))
  const locked = new Set(known.filter(({ state }) => state === 'locked').map(({ key }) => key))
  for (const [key, { value }] of reading.byKey) {
    if (value !== undefined && !locked.has(key)) values[key] = value
  }
  return values
}

/** What stands before the next question. */
function opening({ request, reading, phrases }: Writing): string {
  const { job, business, history, inbound } = request
  const isFirst = request.isEdited !== true && history.every(({ author }) => author !== 'assistant')
  const hello = isFirst ? job.greeting || helloOf(phrases, business.name) : ''
  const { declined } = reading
  if (declined !== undefined) {
    return lines(
      hello,
      declined.field.required
        ? fill(phrases.needed, { label: declined.field.label })
        : phrases.fine,
    )
  }
  if (reading.byKey.size > 0) return lines(hello, isFirst ? '' : phrases.noted)
  if (isFirst) return hello
  const text = inbound.at(-1)?.text ?? ''
  if (isThanks(text)) return phrases.pleasure
  return unansweredIn({ request, reading }) === null ? '' : job.fallbackMessage || phrases.dontKnow
}

/** A question that is no answer either: rules know nothing but their fields. */
function unansweredIn({ request, reading }: Pick<Writing, 'request' | 'reading'>): string | null {
  const text = request.inbound.at(-1)?.text ?? ''
  return reading.byKey.size === 0 && asksSomething(text) ? text : null
}

function next({ request, phrases }: Writing, open: ReturnType<typeof openQuestions>): string {
  const [first] = open
  if (first === undefined) return ''
  if (request.job.behaviour.askOneAtATime || open.length === 1) return questionFor(first, phrases)
  return lines(phrases.askAll, ...open.map((field) => `• ${field.label}`))
}

/** The contact was shown the answers and asked whether they are right. */
function confirming({ request, phrases }: Writing): Written {
  const text = request.inbound.map((message) => message.text).join('\n')
  const fields = request.fields.map(({ field }) => field)
  const values = Object.fromEntries(
    request.fields
      .map(({ field, value }) => [field.key, value])
      .filter(([, value]) => value !== undefined),
  )
  // Whoever says both means what was said last.
  const last = request.inbound.findLast((message) => isYes(message.text) || isNo(message.text))
  const isConfirmed = last !== undefined && isYes(last.text)
  if (isConfirmed || isThanks(text)) return completed(request, phrases)
  if (last !== undefined || corrects(text))
    return { reply: phrases.whatToChange, action: 'continue' }
  if (isIdle(text)) return { reply: '', action: 'ignore' }
  const answer = asksSomething(text) ? phrases.dontKnow : ''
  return {
    reply: lines(answer, summaryOf(fields, values, { phrases, business: request.business })),
    action: 'continue',
  }
}

/** Nothing is left to ask: it is confirmed, is through, or was through before. */
function allSaid(writing: Writing, values: Record<string, unknown>): Written {
  const { request, reading, phrases } = writing
  const text = request.inbound.at(-1)?.text ?? ''
  if (reading.byKey.size > 0) {
    if (!request.job.behaviour.confirmAtEnd) return completed(request, phrases)
    const fields = request.fields.map(({ field }) => field)
    return {
      reply: summaryOf(fields, values, { phrases, business: request.business }),
      action: 'continue',
    }
  }
  if (isThanks(text)) return { reply: phrases.pleasure, action: 'continue' }
  if (isIdle(text) || isYes(text)) return { reply: '', action: 'ignore' }
  const isFirst = request.history.every(({ author }) => author !== 'assistant')
  if (isFirst && !asksSomething(text)) return { reply: opening(writing), action: 'continue' }
  // It knows nothing but its fields: somebody else has to answer.
  const reply = request.job.handoffMessage || phrases.handoff
  return { reply, action: 'handoff', handoffReason: 'missing_knowledge' }
}

const completed = ({ job }: TurnRequest, phrases: Phrases): Written => ({
  reply: job.completionMessage || phrases.done,
  action: 'complete',
})

const lines = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n')
