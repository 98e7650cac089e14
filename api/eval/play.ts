import { Temporal } from 'temporal-polyfill'

import { answerWithRetry, type AiProvider, type Usage } from '../src/modules/ai/ai-provider.ts'
import { detectLanguage } from '../src/modules/ai/language/detect-language.ts'
import type { Turn, TurnMessage, TurnRequest } from '../src/modules/ai/turn.ts'
import { fieldsToAsk, type CollectedAnswers } from '../src/modules/answers/collected.ts'
import { declinedRefusal } from '../src/modules/answers/merge-answers.ts'
import {
  type AnswerSet,
  endTurn,
  isAgreed,
  nothingAgreed,
  startTurn,
  withProposal,
} from '../src/modules/answers/proposals.ts'
import { fold } from '../src/modules/answers/reading.ts'
import { agreedOf, withConfirmation } from '../src/modules/assistant/agreed.ts'
import { checkTurn, type CheckedTurn } from '../src/modules/assistant/check-turn.ts'
import { fieldStatesOf, phaseOf } from '../src/modules/assistant/collected.ts'
import { wishOf } from '../src/modules/assistant/turn-answers.ts'
import { readOptKeyword } from '../src/modules/chats/contacts/apply-opt-out-keyword.ts'
import { english, phrasesWithEndWord, phrasesFor } from '../src/modules/phrases/phrases.ts'
import type { Case, Conversation, Ending } from './conversation.ts'
import { sumOf, translationsIn, type Translated } from './translate.ts'

type Burst = Conversation['turns'][number]

/** One exchange of messages, and what the product made of it. */
export interface Exchange {
  burst: Burst
  /** The field that the customer was asked for; undefined for scripted messages. */
  answered?: string
  /** The provider's reply before it was checked; undefined if the product answered itself. */
  wrote?: { turn: Turn; usage: Usage }
  /** The sent messages. */
  replies: string[]
  /** The choices that the customer could tap. */
  choices: string[]
  /** Whether the assistant drove the chat, so that the customer waited for its reply. */
  isOurs: boolean
  /** The checked turn. */
  checked?: Pick<
    CheckedTurn,
    'action' | 'asks' | 'after' | 'removed' | 'unanswered' | 'cancels' | 'asksForOwner'
  >
  /** Whether the customer was shown all that is collected. */
  isSummary: boolean
  error?: string
}

export interface Played extends Translated {
  exchanges: Exchange[]
  /** The last set of answers, and those before it. */
  collected: CollectedAnswers
  earlier?: AnswerSet[]
  ending: Ending
  /** A field that the customer was asked for without an answer in the script. */
  unforeseen?: string
}

/** The longest a provider has for one answer. */
const defaultAnswerMs = 30_000

/** A customer and the assistant talk: the provider, and all that is checked between its turns. */
export async function play(
  provider: Pick<AiProvider, 'answer' | 'translate'>,
  given: Case,
  answerMs = defaultAnswerMs,
): Promise<Played> {
  const { conversation, business, job } = given
  const { turns, knows, expect } = conversation
  const translations = await translationsIn(provider, given, answerMs)
  const known = [...translations.translated].flatMap(([source, translation]) =>
    translation === null ? [] : [[source, translation] as const],
  )
  let now = Temporal.PlainDateTime.from(conversation.now).toZonedDateTime(business.timeZone)
  let set: AnswerSet = {
    ...nothingAgreed,
    fields: job.fields.map((field, order) => ({ ...field, order })),
    status: 'empty',
    values: {},
    meta: {},
    suggestions: [],
    asked: [],
    ...(conversation.agreed !== undefined && {
      status: 'confirmed',
      values: conversation.agreed,
      asked: job.fields.map(({ key }) => key),
      agreedAt: new Date(now.epochMilliseconds),
    }),
  }
  /** The sets before it. */
  const earlier: AnswerSet[] = []
  let isShown = false
  let ending: Ending = isAgreed(set) ? 'completed' : 'open'
  const history: TurnMessage[] = isAgreed(set) ? [agreedBefore(given)] : []
  const exchanges: Exchange[] = []
  const isOpen = () => ending === 'open'
  const isOver = () => ending === 'handed_over' || ending === 'opted_out' || ending === 'ended'

  const say = async (burst: Burst, answered?: string): Promise<void> => {
    now = now.add(burst.after === undefined ? { minutes: 2 } : durationOf(burst.after))
    const at = new Date(now.epochMilliseconds)
    const inbound = messagesOf(burst, history.length, at)
    const exchange: Exchange = {
      burst,
      ...(answered !== undefined && { answered }),
      replies: [],
      choices: [],
      isOurs: !isOver(),
      isSummary: false,
    }
    exchanges.push(exchange)
    const answer = (...texts: string[]) => {
      exchange.replies.push(...texts)
      history.push(
        ...inbound,
        ...texts.map((text, index) => ({
          id: `out_${history.length}_${index}`,
          author: 'assistant' as const,
          text,
          at,
        })),
      )
    }
    if (isOver()) return answer()
    const words = burst.says.join('\n')
    const phrases =
      phrasesFor(detectLanguage(words, textsOf(history)) ?? business.locale) ?? english
    const owners = { optOutKeywords: [], optInKeywords: [] }
    if (burst.says.some((text) => readOptKeyword(text, owners) === 'out')) {
      ending = 'opted_out'
      return answer(phrases.optedOut)
    }
    const ended = phrasesWithEndWord(fold(words))
    if (ended !== undefined) {
      ending = 'ended'
      return answer((ended === english ? phrases : ended).chatEnded)
    }
    if (burst.sends === 'voice' && words === '') return answer(phrases.voiceNote)
    const isFirst = ![...earlier, set].some(isAgreed)
    const collected = withProposal(set)
    const wanted = isFirst ? job : withConfirmation(job)
    const request: TurnRequest = {
      job: {
        ...wanted,
        answers: [],
        translations: new Map([[conversation.language, new Map(known)]]),
      },
      fields: fieldStatesOf(collected),
      history: history.slice(-30),
      inbound,
      phase: phaseOf(set, wanted.behaviour, isShown),
      agreed: agreedOf([...earlier, set]),
      isChange: set.proposed !== null,
      openQuestions: exchanges.flatMap(({ checked }) => checked?.unanswered ?? []),
      facts: [],
      business,
      now: at,
    }
    const { signal } = new AbortController()
    try {
      const wrote = await answerWithRetry(provider, request, { signal, withinMs: answerMs })
      const before = takeBack(wrote.turn) ?? set
      const start = startTurn(before, wishOf(wrote.turn))
      const checked = checkTurn({
        ...start,
        turn: wrote.turn,
        request,
        isShown: isShown && !start.isAnother,
      })
      const isKnown = isShown && checked.after.values === start.collected.values
      const choices = checked.choices?.options.map(({ title }) => title) ?? []
      Object.assign(exchange, { wrote, checked, choices, isSummary: checked.isShown && !isKnown })
      if (start.isAnother) earlier.push({ ...before, proposed: null })
      set = endTurn(before, start, { ...checked, at })
      ;({ isShown } = checked)
      if (checked.action === 'handoff') ending = 'handed_over'
      else ending = isAgreed(set) && set.proposed === null ? 'completed' : 'open'
      return answer(...checked.replies)
    } catch (error) {
      exchange.error = error instanceof Error ? error.message : String(error)
      return answer(phrases.fallback)
    }
  }

  /** The set before, where the contact takes back a further one. */
  const takeBack = ({ change }: Turn) =>
    change === 'keep' && !isAgreed(set) ? earlier.pop() : undefined

  for (const turn of turns) await say(turn)
  const ended = () => ({ exchanges, collected: set, earlier, ending, ...translations })
  const said = new Map<string, number>()
  while (
    isOpen() &&
    isExpected('completed', expect.ending) &&
    exchanges.length < expect.maxTurns + 4
  ) {
    const key = isShown ? 'confirm' : (openKey(withProposal(set)) ?? 'confirm')
    const words = knows[key]
    const times = (said.get(key) ?? 0) + 1
    said.set(key, times)
    if (words === undefined || times > 2) {
      return { ...ended(), unforeseen: key }
    }
    await say({ says: words }, key)
  }
  return ended()
}

/** What all answers of a conversation took, and the translations that it was the first to ask for. */
export const usageOf = ({ exchanges, translating }: Played): Usage =>
  exchanges.reduce(
    (sum, { wrote }) => (wrote === undefined ? sum : sumOf(sum, wrote.usage)),
    translating,
  )

export const isExpected = (ending: Ending, expected: Ending | Ending[]): boolean =>
  [expected].flat().includes(ending)

/** The field that the assistant asked for last, or else the next open one. */
function openKey(collected: CollectedAnswers): string | undefined {
  const open = collected.fields.filter(({ key }) => !Object.hasOwn(collected.values, key))
  const last = collected.asked.at(-1)
  const isOpen = open.some(({ key }) => key === last)
  const isDeclined = last !== undefined && collected.meta[last]?.error === declinedRefusal.detail
  const [next] = fieldsToAsk(collected)
  return isOpen && !(isDeclined && next !== undefined) ? last : next?.key
}

/** What the assistant said last where something was agreed before. */
const agreedBefore = ({ conversation: { now }, job }: Case): TurnMessage => ({
  id: 'out_before',
  author: 'assistant',
  text: job.completionMessage || english.done,
  at: new Date(`${now}Z`),
})

const textsOf = (history: readonly TurnMessage[]): string[] =>
  history.filter(({ author }) => author === 'contact').map(({ text }) => text)

const units = { m: 'minutes', h: 'hours', d: 'days' } as const

const durationOf = (after: string): Temporal.DurationLike => ({
  [units[after.at(-1) as keyof typeof units]]: Number(after.slice(0, -1)),
})

/** Each in a message of its own, and a file or a place before them. */
function messagesOf({ says, sends }: Burst, start: number, at: Date): TurnMessage[] {
  const texts = says.map((text, index) => ({
    id: `in_${start}_${index}`,
    author: 'contact' as const,
    text,
    at,
  }))
  if (sends === undefined || sends === 'voice') return texts
  const id = `in_${start}_file`
  const sent = { id, author: 'contact' as const, text: '', at }
  const mimeType = sends === 'image' ? 'image/jpeg' : 'application/pdf'
  return [
    sends === 'location'
      ? { ...sent, place: { latitude: 25.2, longitude: 55.27 } }
      : { ...sent, file: { id: `fil_${id}`, mimeType, bytes: 120_000 } },
    ...texts,
  ]
}
