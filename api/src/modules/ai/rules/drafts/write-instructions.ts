import { type BuiltInLanguage, textsByLanguage } from '../../../phrases/texts.ts'
import { AiRefused, type DraftRequest } from '../../ai-provider.ts'
import { normalizeText } from '../../language/normalize-text.ts'
import { sentencesOf } from '../../language/sentences.ts'
import { isAt, phraseAt, saysOnly, tokensOf } from '../text.ts'
import { draftFields } from './draft-fields.ts'
import { type OwnerRequest, readRequest } from './read-request.ts'
import {
  capital,
  hasPhrase as has,
  languageOf,
  readSets,
  say,
  saysFact,
  templateOf,
} from './tables.ts'

const aspects = readSets('aspects')
const keep = readSets('keep')

/** Instructions for an assistant; the same for the same request. */
export function writeInstructions(request: DraftRequest, known?: OwnerRequest): string {
  const written = request.current?.instructions?.trim() ?? ''
  const { language } = languageOf(request)
  if (request.mode === 'translate') return translate(written, language)
  if (request.mode === 'shorten') return shorten(written, language)
  const { facts, paragraphs, tone, limits } = partsOf(request, language, known)
  if (request.mode === 'create' || written === '') return joined(paragraphs)
  // What is written stays to the letter; what it says nothing of is added.
  const missing = limits.filter(({ name, given }) =>
    given === '' ? !has(written, aspects(name)) : !written.includes(given),
  )
  const added = [
    ...facts.filter(
      (fact) => saysFact(fact) && !normalizeText(written).includes(normalizeText(bare(fact))),
    ),
    ...(has(written, aspects('tone')) ? [] : [tone]),
    ...missing.map(({ text }) => text),
  ]
  return joined([[written], added])
}

/** What instructions are made of: what the owner says, how to speak, and where to stop. */
function partsOf(request: DraftRequest, language: BuiltInLanguage, known?: OwnerRequest) {
  const { audience, format, businessName: business, ...answers } = request.answers
  const texts = textsByLanguage[language]
  const write = (name: string, text = '') =>
    say(texts.sentences, name, { text: bare(text), business, language: bare(text), fields: text })
  const asked = { ...request, current: undefined }
  const read = known ?? readRequest(asked)
  const { about, topic } = read
  const facts = read.facts.map(sentence)
  const comma = say(texts.ask, 'comma')
  const fields = draftFields(asked, read).map(({ label, options }) => {
    const labels = options?.map((one) => one.label) ?? []
    const more = labels.filter((one) => !normalizeText(label).includes(normalizeText(one)))
    return more.length > 0 ? `${label} (${more.join(comma)})` : label
  })
  const { offLimits, fallback: dontKnow, escalation: escalate } = answers
  const limits = Object.entries({ invent: '', offLimits, dontKnow, escalate })
    .map(([name, text]) => ({ name, given: text, text: write(text ? `${name}As` : name, text) }))
    .filter(({ text }) => text !== '')
  const tone = write(answers.tone)
  const spoken = ['', 'auto'].includes(answers.language)
    ? write('theirLanguage')
    : write('oneLanguage', nameOf(answers.language, language))
  const role = write(business === '' ? 'roleUnnamed' : 'role')
  const ask = [write('ask', fields.join(comma)), write('once'), write('confirm')]
  const paragraphs = [
    [role, ...about.map((text) => write('owner', text)), write(topic?.name ?? '')],
    facts,
    audience === '' ? [] : [write('audience', audience)],
    [tone, spoken, format === '' ? write('length') : sentence(format)],
    fields.length === 0 ? [] : ask,
    limits.map(({ text }) => text),
  ]
  return { facts, paragraphs, tone, limits }
}

/** Without what is said twice, thanks and “please”; never a fact. */
function shorten(written: string, language: BuiltInLanguage): string {
  if (written === '')
    throw new AiRefused(say(textsByLanguage[language].warnings, 'nothingToShorten'))
  const seen = new Set<string>()
  const short = replaceSentences(written, (line, isItem) => {
    const own = templateOf(line)
    const name = own?.after === undefined ? own?.name : undefined
    // “Breakfast included” may stand below each room.
    const isAgain =
      seen.has(name ?? normalizeText(line)) && (name ?? (!isItem && line.split(' ').length > 2))
    seen.add(name ?? normalizeText(line))
    const isFiller =
      saysOnly(tokensOf(line), keep('filler'), keep('glue')) && has(line, keep('filler'))
    return isAgain || isFiller ? [] : [withoutFiller(line)]
  })
  return short.length < written.length && /\p{L}/u.test(short) ? short : written
}

/** Without “please” and the like where nothing hangs on it. */
function withoutFiller(line: string): string {
  if (has(line, keep('rules')) || /["“”„«»‘]/.test(line)) return line
  const tokens = tokensOf(line)
  const isJoiner = (at: number) => at >= 0 && isAt(tokens, at, keep('joiners'))
  let kept = line
  for (const [at, { start }] of [...tokens.entries()].toReversed()) {
    const isOpen = at === 0 || tokens[at - 1]?.word === ','
    const to = phraseAt(tokens, at, keep(isOpen ? 'opening' : 'adverbs'))?.to
    if (to === undefined || isJoiner(to) || isJoiner(at - 1)) continue
    const [from, end] = isOpen
      ? [start, tokens[to]?.start]
      : [tokens[at - 1]?.end, tokens[to - 1]?.end]
    kept = kept.slice(0, from) + kept.slice(end ?? line.length)
  }
  if (kept.split(' ').length < 3) return line
  return /^\p{Lu}/u.test(line) ? capital(kept) : kept
}

/** Our own sentences are there in each language; the owner's are not. */
function translate(written: string, language: BuiltInLanguage): string {
  const { sentences, fields, ask, warnings } = textsByLanguage[language]
  return replaceSentences(written, (line) => {
    const own = templateOf(line)
    const known = Object.entries(textsByLanguage[own?.language ?? language].fields)
    const labels = own?.blank.split(/[,،] /) ?? []
    const kinds = labels.map((label) => known.find(([, [one]]) => one === label)?.[0] ?? '')
    const names = kinds.flatMap((kind) => fields[kind]?.[0] ?? [])
    const text = say(sentences, own?.name ?? '', {
      business: own?.blank ?? '',
      language: nameOf(language, language),
      ...(names.length === labels.length && { fields: names.join(say(ask, 'comma')) }),
    })
    if (text === '' || /\{\w+\}/.test(text)) throw new AiRefused(say(warnings, 'cannotTranslate'))
    return [text]
  })
}

const joined = (paragraphs: readonly (readonly string[])[]): string =>
  paragraphs
    .map((lines) => lines.join(' '))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

/** A text with each of its sentences replaced; lines and list items stay what they are. */
function replaceSentences(
  text: string,
  change: (line: string, isItem: boolean) => string[],
): string {
  const lines = text.split('\n').flatMap((line) => {
    const mark = /^\s*(?:(?:[-*•·–—]|\p{Nd}+[.)])\s+)?/u.exec(line)?.[0] ?? ''
    const said = sentencesOf(line.slice(mark.length)).map((one) => one.trim())
    const kept = said.filter(Boolean).flatMap((one) => change(one, mark.trim() !== ''))
    return kept.length > 0 || line.trim() === '' ? [mark + kept.join(' ')] : []
  })
  return lines
    .join('\n')
    .replaceAll(/\n\s*\n\s*\n/g, '\n\n')
    .trim()
}

const bare = (text: string) => text.replaceAll(/\s+/g, ' ').trim().replace(/[.।]$/, '')
const sentence = (text: string) => (/[.!?…।؟]$/.test(text) ? text : `${text}.`)

const nameOf = (tag: string, language: BuiltInLanguage): string =>
  (/^[a-z]{2,3}(?:-\w{2,8})*$/i.test(tag) &&
    new Intl.DisplayNames(language, { type: 'language' }).of(tag)) ||
  tag
