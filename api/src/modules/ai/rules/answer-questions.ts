import { isAnd } from '../../answers/numbers/quantity-words.ts'
import type { Phrases } from '../../phrases/phrases.ts'
import type { Turn, TurnRequest } from '../turn.ts'
import {
  conceptsOf,
  isGeneral,
  isAboutHours,
  isAboutPrice,
  isPlea,
  findConcepts,
} from './concepts.ts'
import { factAgainst, factFor } from './facts.ts'
import { brokenRuleFor } from './house-rules.ts'
import { positionsAmong } from './is-alike.ts'
import type { BurstReader, BurstReading } from './reader.ts'
import { roleOf } from './role.ts'
import { isAt, isStopword, phrasesIn, tokensOf, type Clause } from './text.ts'

/** Nobody asks more in one go and reads all the answers. */
const maxQuestions = 6

interface RuledAnswers {
  /** A contact ran into a rule behind which nothing is asked. */
  isRuled: boolean
  /** The fields whose answers a rule does not allow. */
  broken: ReadonlySet<string>
}

/** What the business says to each question of a burst; what it does not say goes to the owner. */
export function answerQuestions(
  reader: BurstReader & { request: TurnRequest },
  { messages, byKey }: BurstReading,
  phrases: Phrases,
): Pick<Turn, 'reply' | 'sources' | 'unanswered'> & Partial<Turn> & RuledAnswers {
  const { request, now } = reader
  let isRuled = false
  const broken = new Set<string>()
  const facts = new Set<string>()
  const sources: string[] = []
  const unanswered: string[] = []
  const quotes = Array.from(byKey.values(), ({ evidence }) => evidence)
  const answersIn = ({ tokens: [first], end }: Clause, text: string) =>
    quotes.some((quote) => text.slice(first?.start, end).includes(quote))
  let asked = 0
  for (const one of messages) {
    const { clauses, whens: all, text } = one
    for (const clause of clauses.flatMap(partsOf)) {
      const within = all.filter(({ start, end }) => start >= clause.start && end <= clause.end)
      if (asked >= maxQuestions || isAnswered(clause, sources)) continue
      const rule = brokenRuleFor({ clause, whens: all, request, said: [...byKey.values()] })
      if (rule !== undefined) {
        facts.add(rule.text)
        sources.push(...rule.sources)
        for (const key of rule.broken) broken.add(key)
        isRuled = true
        continue
      }
      if (roleOf(clause, one, reader) === 'statement') {
        const against = factAgainst(clause, request)
        if (against !== undefined) {
          facts.add(against.text)
          sources.push(...against.sources)
        }
        continue
      }
      if (sources.length > 0 && isBareQuestion(clause)) continue
      asked += 1
      const whens = within.length > 0 ? within : all
      const fact = factFor({ clause, whens, request, said: [...byKey.values()], phrases, now })
      if (fact !== undefined && !isPlea(clause)) {
        facts.add(fact.text)
        sources.push(...fact.sources)
        // `Can you write Happy Birthday on it?` is an answer, `can I rent a bike?` what the job is for.
      } else if (isPlea(clause) || !(answersIn(clause, text) || isAboutJob(clause, reader)))
        unanswered.push(questionIn(text, clause))
    }
  }
  const isPleading = messages.some(({ clauses }) => clauses.some(isPlea))
  const isOpen = unanswered.length > 0 || isPleading
  const dontKnow = isPleading
    ? phrases.teamDecides
    : request.job.fallbackMessage || phrases.dontKnow
  const reply = [...facts, ...(isOpen ? [dontKnow] : [])].join('\n')
  const question = unanswered.join(' ') || messages.map(({ text }) => text).join(' ')
  return {
    reply,
    ...(reply !== '' && { intent: 'question' }),
    sources,
    unanswered: isOpen ? question : null,
    isRuled,
    broken,
  }
}

/** A wish for what the job takes down: it speaks of nothing else, or of that among other things. */
export function isAboutJob(clause: Clause, { request, words }: JobReader): boolean {
  const { tokens } = clause
  const wishes = phrasesIn(tokens, words.request)
  const about = conceptsOf(tokens)
  if (wishes.length === 0 || isAboutPrice(about) || isAboutHours(about)) return false
  const purpose = purposes.get(request) ?? purposeOf(request)
  purposes.set(request, purpose)
  const known = tokens.filter(
    ({ kind, word }, at) =>
      kind === 'word' &&
      (purpose.placesOf(word).length > 0 ||
        findConcepts(tokens.slice(at, at + 1)).some(({ values }) =>
          values.some((concept) => purpose.concepts.has(concept)),
        )),
  )
  const strange = tokens.filter(
    (token, at) =>
      token.kind === 'word' &&
      !isStopword(token.word) &&
      !known.includes(token) &&
      !isAt(tokens, at, words.request, words.when, words.filler, words.greeting, words.people),
  )
  // `Do you have` asks as often as it wishes.
  const isClear = wishes.some(
    ({ from, to }) => to - from > 1 || !isStopword(tokens[from]?.word ?? ''),
  )
  return known.some(({ word }) => !isStopword(word)) && (isClear || strange.length === 0)
}

const purposes = new WeakMap<TurnRequest, ReturnType<typeof purposeOf>>()

/** What a job is for: its name, its greeting, and what it asks for. */
function purposeOf({ job: { name, greeting }, fields }: TurnRequest) {
  const asked = fields.flatMap(({ field: { label, question, options = [] } }) => [
    label,
    question,
    ...options.map((option) => option.label),
  ])
  const tokens = tokensOf([name, greeting, ...asked].join('\n'))
  return { placesOf: positionsAmong(tokens), concepts: conceptsOf(tokens) }
}

type JobReader = Pick<BurstReader, 'words'> & { request: TurnRequest }

/** `Do you have parking and how much is it?`: two questions, where both are about something. */
function partsOf(clause: Clause): Clause[] {
  const { tokens, end } = clause
  const places = findConcepts(tokens)
  const last = places.at(-1)?.from ?? 0
  const parts: Clause[] = []
  let from = 0
  for (const [at, { word }] of tokens.entries()) {
    const isBetween = at < last && places.some((place) => place.from >= from && place.to <= at)
    if (!isAnd(word) || !isBetween) continue
    parts.push(partOf(from, at))
    from = at + 1
  }
  return from === 0 ? [clause] : [...parts, partOf(from, tokens.length)]

  function partOf(first: number, behind: number): Clause {
    const part = tokens.slice(first, behind)
    const [start, stop] = [part[0]?.start ?? end, part.at(-1)?.end ?? end]
    return { ...clause, tokens: part, start, end: stop }
  }
}

/** A sentence that is in this reply already answers that question, too. */
function isAnswered({ tokens }: Clause, sources: readonly string[]): boolean {
  const telling = [...conceptsOf(tokens)].filter((concept) => !isGeneral(concept))
  const covered = conceptsOf(sources.join(' '))
  return telling.length > 0 && telling.every((concept) => covered.has(concept))
}

/** `how much`, right behind what it is about. */
const isBareQuestion = ({ tokens }: Clause): boolean =>
  tokens.filter(({ kind, word }) => kind === 'word' && !isStopword(word)).length <= 2 &&
  [...conceptsOf(tokens)].every(isGeneral)

/** A sentence with the mark at its end. */
const questionIn = (text: string, { start, end }: Clause): string =>
  text.slice(start, end) + (/^\s?[?؟]/.exec(text.slice(end))?.[0] ?? '')
