import type { JobFieldType } from '@errand/contract/job-field'

import { type BuiltInLanguage, textsByLanguage } from '../../../phrases/texts.ts'
import type { DraftRequest } from '../../ai-provider.ts'
import type { DraftedField } from '../../drafts.ts'
import { normalizeText } from '../../language/normalize-text.ts'
import { sentencesOf } from '../../language/sentences.ts'
import { findRequested } from './find-requested.ts'
import { asksForOffer, pricedNamesIn, optionsOf, withOffers } from './offers.ts'
import type { RequestedField } from './read-list.ts'
import { anyOf, languageOf, say, templateOf, topicsIn, kindList, typeOfKind } from './tables.ts'

/** What an owner wants of a job: its topic, what it asks for, and what else is said of it. */
export function readRequest({ prompt, answers, current }: DraftRequest) {
  const lines = sentencesOf(current?.instructions ?? '')
  const ours = lines.map((line) => templateOf(line.trim())?.name ?? '')
  const own = lines.filter((_, at) => ours[at] === '' || ours[at] === 'ask')
  const text = [...new Set([prompt, answers.purpose, own.join('')])].join('\n')
  const { requested, ...found } = findRequested(text)
  return { requested, rest: found.rest, topic: topicOf(text, found.context, requested, ours) }
}

/**
 * What the job is about: as our own sentences say, or else the owner's besides what is asked for,
 * for appointments may be about problems. A job that asks for a day takes bookings,
 * one that asks what is wanted takes orders.
 */
function topicOf(
  text: string,
  context: string,
  requested: readonly RequestedField[],
  ours: readonly string[],
) {
  const likeliest = (of: string) => {
    const all = topicsIn(of)
    const most = Math.max(...all.map(({ count }) => count))
    return most === 0 ? undefined : all.find(({ count }) => count === most)
  }
  const all = topicsIn('')
  const named = (name: string | undefined) => all.find((topic) => topic.name === name)
  const asks = (...kinds: string[]) => requested.some(({ kind = '' }) => kinds.includes(kind))
  const isOrder = requested.some(({ kind, isPlain }) => kind === 'items' && isPlain)
  return (
    named(ours.find((name) => named(name) !== undefined)) ??
    likeliest(context) ??
    (isOrder ? named('orders') : undefined) ??
    (asks('when', 'date', 'time') ? named('bookings') : undefined) ??
    likeliest(text) ??
    all.at(-1)
  )
}

export type OwnerRequest = ReturnType<typeof readRequest>
type Topic = ReturnType<typeof topicsIn>[number]
const cores = new Set(topicsIn('').flatMap(({ core }) => core))

/** What says who somebody is and when they come, but not what they want. */
const personal = new Set(
  'name phone email address map when date stay time past birth age order_no photo file notes'.split(
    ' ',
  ),
)
const single = new Set('name phone email address people birth order_no rating'.split(' '))
const optional = new Set('people notes phone email liked photo address order_no'.split(' '))

/** The fields that the owner names, and of the topic's those that the job cannot do without. */
export function draftFields(
  request: DraftRequest,
  { requested, rest, topic } = readRequest(request),
): DraftedField[] {
  const { current, count } = request
  const { language } = languageOf(request)
  const labels = current?.fields?.map(({ label }) => label) ?? []
  const present = findRequested(`ask: ${labels.join(', ')}`).requested
  const kinds = new Set([...requested, ...present].map(({ kind = '' }) => kind))
  const isTimed = ['when', 'date', 'stay', 'time'].some((kind) => kinds.has(kind))
  const offers = pricedNamesIn(rest)
  const isMoment = topic?.name === 'bookings' && !kinds.has('date')
  const drafts = requested.map((one) => {
    const kind = one.kind === 'time' && isMoment ? 'when' : one.kind
    const field = fieldForRequest({ ...one, kind }, language, topic)
    return { field, names: namesOf(one), kind }
  })
  const isAbout = [...kinds].some((kind) => !personal.has(kind))
  // Which of the priced services is not said by what is wrong or how many come.
  const isChosen = drafts.some(({ field, kind }) => asksForOffer(field, kind, offers))
  const isOpen = offers.length > 1 && !isChosen && !kinds.has('items')
  const core = isAbout && !(isOpen && topic?.core[0] === 'service') ? [] : (topic?.core ?? [])
  const [first, last] = requested.length > 0 ? [core, topic?.needs] : [topic?.fields, []]
  const ofKinds = (usual: readonly string[] = []) =>
    usual
      .filter((kind) => !kinds.has(kind) && !(kind === 'when' && isTimed))
      .map((kind) => ({ field: fieldForTopic(kind, language), names: [kind], kind }))
  const taken = new Set(present.flatMap(namesOf))
  return [...ofKinds(first), ...drafts, ...ofKinds(last)]
    .filter(({ names }) => {
      const isNew = names.every((name) => !taken.has(name))
      for (const name of names) taken.add(name)
      return isNew
    })
    .map(({ field, kind }) =>
      asksForOffer(field, kind, offers) ? withOffers(field, offers) : field,
    )
    .slice(0, count)
}

const which = new RegExp(`^${anyOf('cues', 'pick')}`, 'iu')
/** What the frame of the question says already. */
const yesOrNo = new RegExp(`(?<=.)[ :,(]+(?:${kindList('flag')})[)?]*$`, 'iu')

/** “Naam” and “name” are one; the name of a dog is another. */
const namesOf = ({ label, kind = '', isPlain }: RequestedField): string[] =>
  isPlain && single.has(kind) ? [normalizeText(label), kind] : [normalizeText(label)]

function fieldForTopic(kind: string, language: BuiltInLanguage): DraftedField {
  const [label = '', question = '', reason = '', ...options] =
    textsByLanguage[language].fields[kind] ?? []
  const type = (typeOfKind.get(kind) ?? 'text') as JobFieldType
  return {
    key: kind,
    label,
    type,
    question,
    reason,
    help: null,
    example: null,
    required: !optional.has(kind),
    sensitive: kind === 'birth' || ['email', 'phone', 'address'].includes(type),
    options: optionsOf(options),
    dates: kind === 'birth' || kind === 'past' ? 'any' : null,
  }
}

function fieldForRequest(
  { kind = '', options, isFlag, isPlain, isQuestion, label: said }: RequestedField,
  language: BuiltInLanguage,
  topic: Topic | undefined,
): DraftedField {
  const { ask } = textsByLanguage[language]
  const made = fieldForTopic(kind, language)
  // `What they want to automate` takes more words than `which bike it is`.
  const isLong = kind === '' && isQuestion && said.split(' ').length > 3 && !which.test(said)
  const named = isLong ? 'long_text' : made.type
  const type = options.length > 0 ? 'select' : isFlag ? 'boolean' : named
  // `Terrace or garden` names its options, `size` does not.
  const isNamed = options.every((option) => said.includes(option))
  const choice = isNamed ? 'choice' : 'chosen'
  const ways: Record<string, string> = { select: choice, boolean: 'flag', file: 'file' }
  const way = ways[type] ?? 'question'
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
  // `اسمه` is `his name`.
  const isHis = isPlain && /\p{sc=Arab}(?:ه|ها|هم)$/u.test(said)
  const label = isHis && made.label !== '' ? made.label : capital(said)
  const yours = new Map(ask['yours']?.map((pair) => pair.split(' > ') as [string, string]))
  const shown = (isQuestion || way === 'file' ? said : label).replace(yesOrNo, '')
  const spoken = shown.replaceAll(/[\p{L}\p{M}]+/gu, (word) => {
    const your = yours.get(word.toLowerCase())
    return your === undefined || word === word.toLowerCase() ? (your ?? word) : capital(your)
  })
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(options)
  // “What happened?” is asked of who complains, and not of who comes to a doctor.
  const isOurs = !cores.has(kind) || topic?.core.includes(kind) === true
  const isUsual = isPlain && isOurs && type !== 'select' && made.question !== ''
  const isOfPast = kind === 'date' || (kind === 'when' && isPlain)
  const isPast = topic?.name === 'complaints' && isOfPast && type.startsWith('date')
  return {
    ...made,
    key: /[a-z]{2}/i.test(label) ? label : kind,
    label,
    type,
    required: kind !== 'notes' && kind !== 'details',
    question: isUsual ? made.question : say(ask, way, { label: spoken, options: list }),
    options: optionsOf(options),
    dates: made.dates ?? (isPast ? 'any' : null),
    reason: say(ask, 'reason'),
  }
}
