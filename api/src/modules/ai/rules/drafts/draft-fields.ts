import type { JobFieldType } from '@errand/contract/job-field'

import { type BuiltInLanguage, textsByLanguage } from '../../../phrases/texts.ts'
import type { DraftRequest } from '../../ai-provider.ts'
import type { DraftedField } from '../../drafts.ts'
import { normalizeText } from '../../language/normalize-text.ts'
import { tokensOf } from '../text.ts'
import { asksForOffer, optionsOf, withOffers } from './offers.ts'
import { readList, type RequestedField } from './read-list.ts'
import { readRequest } from './read-request.ts'
import { capital, languageOf, say, topicsIn, typeOfKind } from './tables.ts'

type Topic = ReturnType<typeof topicsIn>[number]
const cores = new Set(topicsIn('').flatMap(({ core }) => core))
const kindSet = (kinds: string) => new Set(kinds.split(' '))

/** What says who somebody is and when they come, but not what they want. */
const personal = kindSet(
  'name phone email address map when date stay time past birth age order_no photo file notes',
)
const single = kindSet('name phone email address people birth order_no rating')
const optional = kindSet('people notes phone email liked photo address order_no')

/** The fields that the owner names, and of the topic's those that the job cannot do without. */
export function draftFields(
  request: DraftRequest,
  { requested, offers, topic } = readRequest(request),
): DraftedField[] {
  const { current, count } = request
  const { language } = languageOf(request)
  const labels = current?.fields?.map(({ label }) => label) ?? []
  const present = labels.flatMap((label) => readList(tokensOf(label), label).fields)
  const kinds = new Set([...requested, ...present].map(({ kind = '' }) => kind))
  const isTimed = ['when', 'date', 'stay', 'time'].some((kind) => kinds.has(kind))
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
      .map((kind) => ({ field: fieldForKind(kind, language), names: [kind], kind }))
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

/** “Naam” and “name” are one; the name of a dog is another. */
const namesOf = ({ label, kind = '', isPlain }: RequestedField): string[] =>
  isPlain && single.has(kind) ? [normalizeText(label), kind] : [normalizeText(label)]

function fieldForKind(kind: string, language: BuiltInLanguage): DraftedField {
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
  const made = fieldForKind(kind, language)
  // `What they want to automate` takes more words than `which bike it is`.
  const isLong = kind === '' && isQuestion && said.replace(/ \(.*/, '').split(' ').length > 4
  const named = isLong ? 'long_text' : made.type
  const type = options.length > 0 ? 'select' : isFlag ? 'boolean' : named
  // `اسمه` is `his name`.
  const isHis = isPlain && /\p{sc=Arab}(?:ه|ها|هم)$/u.test(said)
  const label = isHis && made.label !== '' ? made.label : capital(said)
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
    question: isUsual ? made.question : questionFor(said, { type, options, isQuestion, language }),
    options: optionsOf(options),
    dates: made.dates ?? (isPast ? 'any' : null),
    reason: say(ask, 'reason'),
  }
}

interface Asked {
  type: string
  options: readonly string[]
  isQuestion: boolean
  language: BuiltInLanguage
}

/** A label as a question to the contact: “which bike it is”, “postcode”, “terrace or garden”. */
function questionFor(said: string, { type, options, isQuestion, language }: Asked): string {
  const { ask } = textsByLanguage[language]
  const yours = new Map(ask['yours']?.map((pair) => pair.split(' > ') as [string, string]))
  const your = said.replaceAll(/[\p{L}\p{M}]+/gu, (word) => yours.get(word) ?? word)
  // German nouns and abbreviations stay as they are.
  const isName = language === 'de' || !/^\p{Lu}?\p{Ll}/u.test(your)
  const inside = isName ? your : your.charAt(0).toLowerCase() + your.slice(1)
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(options)
  // `Terrace or garden` names its options, `size` does not.
  if (options.length > 0 && options.every((option) => said.includes(option)))
    return say(ask, 'choice', { options: list })
  if (isQuestion)
    return capital(say(ask, 'question', { label: list === '' ? inside : `${inside}: ${list}` }))
  const way = { select: 'chosen', boolean: 'flag' }[type]
  if (way !== undefined) return say(ask, way, { label: capital(your), options: list })
  const [head = ''] = inside.split(/ (?:of|for|in) /)
  const noun = language === 'en' ? head.split(' ').at(-1) : head.split(' ')[0]
  const isMany = /\p{L}{2}[^suií]s$/u.test(noun ?? '')
  const named = isMany ? 'many' : 'what'
  return capital(say(ask, type === 'file' ? 'file' : named, { label: inside }))
}
