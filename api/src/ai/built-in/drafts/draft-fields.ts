import type { JobFieldType } from '@errand/contract/job-field'

import type { DraftRequest } from '../../ai-provider.ts'
import type { DraftedField } from '../../drafts.ts'
import { sentencesOf } from '../../sentences.ts'
import { plain } from '../text.ts'
import { findWishes, typeOfKind, type Wish } from './find-wishes.ts'
import { type Language, languageOf, say, templateOf, textsOf, topicsIn } from './tables.ts'

/** What an owner wants of a job: its topic, what it asks for, and what else is said of it. */
export function readRequest({ prompt, answers, current }: DraftRequest) {
  const lines = sentencesOf(current?.instructions ?? '')
  const ours = lines.map((line) => templateOf(line.trim())?.name ?? '')
  const own = lines.filter((_, at) => ours[at] === '' || ours[at] === 'ask')
  const text = [...new Set([prompt, answers.purpose, own.join('')])].join('\n')
  const { wishes, rest } = findWishes(text)
  // What is asked for tells less: appointments may be about problems.
  const told = topicsIn(rest.join('\n'))
  const scored = topicsIn(text).map((topic, index) => {
    const count = topic.count + 3 * (told[index]?.count ?? 0)
    return { ...topic, count: ours.includes(topic.name) ? Infinity : count }
  })
  const best = Math.max(...scored.map(({ count }) => count))
  const topic = best === 0 ? scored.at(-1) : scored.find(({ count }) => count === best)
  return { wishes, rest, topic }
}

type Topic = ReturnType<typeof topicsIn>[number]
const cores = new Set(topicsIn('').flatMap(({ core }) => core))

/** What says who somebody is and when they come, but not what they want. */
const asides = new Set(
  'name phone email address map when date stay time past birth age order_no photo file notes'.split(
    ' ',
  ),
)
const single = new Set('name phone email address people birth order_no rating'.split(' '))
const optional = new Set('people notes phone email liked photo address order_no'.split(' '))

/** The fields that the owner names, and of the topic's those that the job cannot do without. */
export function draftFields(request: DraftRequest): DraftedField[] {
  const { current, count } = request
  const { language } = languageOf(request)
  const { wishes, topic } = readRequest(request)
  const labels = current?.fields?.map(({ label }) => label) ?? []
  const present = findWishes(`ask: ${labels.join(', ')}`).wishes
  const kinds = new Set([...wishes, ...present].map(({ kind = '' }) => kind))
  const isTimed = ['when', 'date', 'stay', 'time'].some((kind) => kinds.has(kind))
  const isAbout = [...kinds].some((kind) => !asides.has(kind))
  const needed = [...(isAbout ? [] : (topic?.core ?? [])), ...(topic?.needs ?? [])]
  const usual = (wishes.length === 0 ? (topic?.fields ?? []) : needed).filter(
    (kind) => !kinds.has(kind) && !(kind === 'when' && isTimed),
  )
  const isMoment = topic?.name === 'bookings' && !kinds.has('date')
  const drafts = wishes.map((wish) => {
    const kind = wish.kind === 'time' && isMoment ? 'when' : wish.kind
    const field = ofWish({ ...wish, kind }, language, topic)
    return { field, names: namesOf(wish) }
  })
  const taken = new Set(present.flatMap(namesOf))
  const added = usual.map((kind) => ({ field: ofTopic(kind, language), names: [kind] }))
  return [...drafts, ...added]
    .filter(({ names }) => {
      const isNew = names.every((name) => !taken.has(name))
      for (const name of names) taken.add(name)
      return isNew
    })
    .map(({ field }) => field)
    .slice(0, count)
}

/** “Naam” and “name” are one; the name of a dog is another. */
const namesOf = ({ label, kind = '', isPlain }: Wish): string[] =>
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

function ofWish(wish: Wish, language: Language, topic: Topic | undefined): DraftedField {
  const { kind = '', options, isFlag, isPlain, isQuestion } = wish
  const { ask } = textsOf[language]
  const made = ofTopic(kind, language)
  const isLong = kind === '' && isQuestion && wish.label.split(' ').length > 3
  const named = isLong ? 'long_text' : made.type
  const type = options.length > 0 ? 'select' : isFlag ? 'boolean' : named
  const ways: Record<string, string> = { select: 'choice', boolean: 'flag', file: 'file' }
  const way = ways[type] ?? (isQuestion ? 'question' : 'other')
  const label = wish.label.charAt(0).toLocaleUpperCase(language) + wish.label.slice(1)
  const yours = new Map(ask['yours']?.map((pair) => pair.split(' > ') as [string, string]))
  const spoken = (way === 'question' ? label : wish.label).replaceAll(
    /[\p{L}\p{M}]+/gu,
    (word) => yours.get(word) ?? word,
  )
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
    required: kind !== 'notes',
    question: isUsual ? made.question : say(ask, way, { label: spoken, options: list }),
    options: optionsOf(options),
    dates: made.dates ?? (isPast ? 'any' : null),
    reason: say(ask, 'reason'),
  }
}
