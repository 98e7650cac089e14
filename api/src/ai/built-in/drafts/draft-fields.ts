import type { JobFieldType } from '@errand/contract/job-field'

import type { DraftRequest } from '../../ai-provider.ts'
import type { DraftedField } from '../../drafts.ts'
import { sentencesOf } from '../../sentences.ts'
import { isAlike } from '../is-alike.ts'
import { isStopword, plain, tokensOf } from '../text.ts'
import { findRequested, type RequestedField } from './find-requested.ts'
import {
  anyOf,
  type Language,
  languageOf,
  say,
  templateOf,
  textsOf,
  topicsIn,
  kindList,
  typeOfKind,
} from './tables.ts'

/** What an owner wants of a job: its topic, what it asks for, and what else is said of it. */
export function readRequest({ prompt, answers, current }: DraftRequest) {
  const lines = sentencesOf(current?.instructions ?? '')
  const ours = lines.map((line) => templateOf(line.trim())?.name ?? '')
  const own = lines.filter((_, at) => ours[at] === '' || ours[at] === 'ask')
  const text = [...new Set([prompt, answers.purpose, own.join('')])].join('\n')
  const { requested, ...found } = findRequested(text)
  // What is asked for tells less: appointments may be about problems.
  const named = topicsIn(found.context)
  const scored = topicsIn(text).map((topic, index) => {
    const count = topic.count + 3 * (named[index]?.count ?? 0)
    return { ...topic, count: ours.includes(topic.name) ? Infinity : count }
  })
  const best = Math.max(...scored.map(({ count }) => count))
  const topic = best === 0 ? scored.at(-1) : scored.find(({ count }) => count === best)
  return { requested, rest: found.rest, topic }
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
  const isAbout = [...kinds].some((kind) => !personal.has(kind))
  const needed = [...(isAbout ? [] : (topic?.core ?? [])), ...(topic?.needs ?? [])]
  const usual = (requested.length === 0 ? (topic?.fields ?? []) : needed).filter(
    (kind) => !kinds.has(kind) && !(kind === 'when' && isTimed),
  )
  const offers = offersIn(rest)
  const isMoment = topic?.name === 'bookings' && !kinds.has('date')
  const drafts = requested.map((one) => {
    const kind = one.kind === 'time' && isMoment ? 'when' : one.kind
    const field = ofRequested({ ...one, kind }, language, topic)
    return { field, names: namesOf(one), kind }
  })
  const taken = new Set(present.flatMap(namesOf))
  const added = usual.map((kind) => ({ field: ofTopic(kind, language), names: [kind], kind }))
  return [...drafts, ...added]
    .filter(({ names }) => {
      const isNew = names.every((name) => !taken.has(name))
      for (const name of names) taken.add(name)
      return isNew
    })
    .map(({ field, kind }) => (isOfOffers(field, kind, offers) ? withOffers(field, offers) : field))
    .slice(0, count)
}

/** Whoever names prices says what there is to choose from: `Full groom £45, nail trim from £12`. */
function offersIn(facts: readonly string[]): string[] {
  const pieces = facts.flatMap((fact) => fact.replaceAll(/\s+/g, ' ').split(between))
  const offers = pieces.flatMap((piece) => {
    const [, name = ''] = offer.exec(piece.trim()) ?? []
    const label = name.replace(pricing, '').replace(joining, '').trim()
    return label !== '' && label.split(' ').length <= mostOfferWords ? [label] : []
  })
  const all = [...new Set(offers)]
  return all.length > mostOffers ? [] : all
}

/** A name and its price, in texts without more than one space in a row. */
const offer = /^([\p{L}\p{M} &+/-]{2,60}?) ?(?:\p{Sc}|(?:rs|inr|aed)\b)?\.? ?\d/iu
const mostOffers = 20

/** `and` stands between two offers only behind an amount: `bath and brush £25 and nails £12`. */
const between = new RegExp(`[,;:،]|\\.(?!\\d)|(?<=[\\d\\p{Sc}]\\s?)${anyOf('cues', 'and')}`, 'iu')
const pricing = new RegExp(`(?: ${anyOf('cues', 'pricing')})+ ?$`, 'iu')
const joining = new RegExp(`^ ?${anyOf('cues', 'and')} `, 'iu')
const mostOfferWords = 4

/** `Which service`, `flavour`, or `type of wash` where washes have prices. */
function isOfOffers({ label }: DraftedField, kind: string | undefined, offers: readonly string[]) {
  if (kind === 'service' || kind === 'flavour') return true
  const words = (text: string) =>
    tokensOf(text).flatMap(({ bare }) => (bare.length > 2 && !isStopword(bare) ? [bare] : []))
  const offered = words(offers.join(' '))
  return words(label).some((word) => offered.some((one) => isAlike(word, one)))
}

function withOffers(field: DraftedField, offers: readonly string[]): DraftedField {
  if (field.type !== 'text' || offers.length < 2) return field
  const labels = offers.map((one) => one.charAt(0).toLocaleUpperCase() + one.slice(1))
  return { ...field, type: 'select', options: optionsOf(labels) }
}

/** What the frame of the question says already. */
const yesOrNo = new RegExp(`(?<=.)[ :,(]+(?:${kindList('flag')})[)?]*$`, 'iu')

/** “Naam” and “name” are one; the name of a dog is another. */
const namesOf = ({ label, kind = '', isPlain }: RequestedField): string[] =>
  isPlain && single.has(kind) ? [plain(label), kind] : [plain(label)]

const optionsOf = (labels: readonly string[]) =>
  labels.length === 0 ? null : labels.map((label) => ({ value: label, label }))

function ofTopic(kind: string, language: Language): DraftedField {
  const [label = '', question = '', reason = '', ...options] = textsOf[language].fields[kind] ?? []
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

function ofRequested(
  { kind = '', options, isFlag, isPlain, isQuestion, label: said }: RequestedField,
  language: Language,
  topic: Topic | undefined,
): DraftedField {
  const { ask } = textsOf[language]
  const made = ofTopic(kind, language)
  const isLong = kind === '' && isQuestion && said.split(' ').length > 3
  const named = isLong ? 'long_text' : made.type
  const type = options.length > 0 ? 'select' : isFlag ? 'boolean' : named
  const ways: Record<string, string> = { select: 'choice', boolean: 'flag', file: 'file' }
  const way = ways[type] ?? (isQuestion ? 'question' : 'other')
  const label = said.charAt(0).toLocaleUpperCase(language) + said.slice(1)
  const yours = new Map(ask['yours']?.map((pair) => pair.split(' > ') as [string, string]))
  const shown = (['question', 'file'].includes(way) ? said : label).replace(yesOrNo, '')
  const spoken = shown.replaceAll(/[\p{L}\p{M}]+/gu, (word) => yours.get(word) ?? word)
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(options)
  // “What happened?” is asked of who complains, and not of who comes to a doctor.
  const isOurs = !cores.has(kind) || topic?.core.includes(kind) === true
  const isUsual = isPlain && isOurs && way !== 'choice' && made.question !== ''
  const isPast = topic?.name === 'complaints' && type.startsWith('date')
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
