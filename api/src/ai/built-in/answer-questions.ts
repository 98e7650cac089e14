import type { Phrases } from '../phrases/phrases.ts'
import type { Turn, TurnRequest } from '../turn.ts'
import { conceptsOf, isGeneral, isOfHours, isPlea } from './concepts.ts'
import { factFor, factsOf } from './facts.ts'
import { isQuestion } from './intents.ts'
import { lastReply, type Reader, type Reading } from './reader.ts'
import type { When } from './steps.ts'
import { isStopword, says, type Clause } from './text.ts'
import type { Words } from './words.ts'

/** Nobody asks more in one go and reads all the answers. */
const mostQuestions = 6

/** What the business says to each question of a burst; what it does not say goes to the owner. */
export function answerQuestions(
  { request, words, now }: Reader & { request: TurnRequest },
  { heard, byKey }: Reading,
  phrases: Phrases,
): Pick<Turn, 'reply' | 'sources' | 'unanswered'> & Partial<Turn> {
  const facts = new Set<string>()
  const sources: string[] = []
  const unanswered: string[] = []
  let asked = 0
  // The question may be about the answer in the reply before.
  const last = lastReply(request)
  const isFollowUp = factsOf(request).some((sentence) => last.includes(sentence))
  for (const { clauses, whens: all, text } of heard) {
    for (const clause of clauses) {
      const within = all.filter(({ start, end }) => start >= clause.start && end <= clause.end)
      if (!isQuestion(clause, words) || asked >= mostQuestions || isAnswered(clause, sources))
        continue
      asked += 1
      if (isBooking(clause, within, { words, isFollowUp })) continue
      const whens = within.length > 0 ? within : all
      const fact = factFor({ clause, whens, request, said: [...byKey.values()], phrases, now })
      if (fact !== undefined && !isPlea(clause)) {
        facts.add(fact.text)
        sources.push(...fact.sources)
      } else if (facts.size === 0 || !isBareQuestion(clause))
        unanswered.push(text.slice(clause.start, clause.end))
    }
  }
  const isPleading = heard.some(({ clauses }) => clauses.some(isPlea))
  const isOpen = unanswered.length > 0 || isPleading
  const dontKnow = isPleading
    ? phrases.teamDecides
    : request.job.fallbackMessage || phrases.dontKnow
  const reply = [...facts, ...(isOpen ? [dontKnow] : [])].join('\n')
  const question = unanswered.join(' ') || heard.map(({ text }) => text).join(' ')
  return {
    reply,
    ...(reply !== '' && { intent: 'question' }),
    sources,
    unanswered: isOpen ? question : null,
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

/** `can I come on monday at 11?` asks for no fact: the day and the time are the answer to a field. */
function isBooking(
  { tokens }: Clause,
  whens: readonly When[],
  { words, isFollowUp }: { words: Words; isFollowUp: boolean },
): boolean {
  const about = conceptsOf(tokens)
  if (whens.every(({ isPast }) => isPast) || isOfHours(about) || about.has('price')) return false
  return says(tokens, words.request) || (about.size === 0 && !isFollowUp)
}
