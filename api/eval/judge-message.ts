import { confidentLanguage, detectLanguage } from '../src/modules/ai/language/detect-language.ts'
import { fold } from '../src/modules/answers/reading.ts'
import type { Case, Conversation } from './conversation.ts'
import type { Played } from './play.ts'

/** Whether a reply is in the customer's language, apart from the owner's own texts. */
export function isInLanguage(reply: string, { conversation, job, business }: Case): boolean {
  const owners = [
    job.greeting,
    job.completionMessage,
    job.handoffMessage,
    job.fallbackMessage,
    job.notUnderstoodMessage,
    business.name,
    business.description,
    ...job.instructions.split(/(?<=[.!?।])\s+/),
    ...job.fields.flatMap(({ question = '', label, help = '', example = '', options = [] }) => [
      question,
      help,
      example,
      label,
      ...options.map((option) => option.label),
    ]),
  ]
  const rest = without(owners, reply)
    .split('\n')
    .filter((line) => !line.startsWith('•'))
    .join('\n')
  const words = rest.match(/[\p{L}\p{M}]{2,}/gu) ?? []
  if (words.length < 3) return true
  const language = detectLanguage(rest)
  return language === undefined || language === conversation.language
}

/** Removes quoted texts, the longest first. */
const without = (quoted: readonly string[], text: string): string =>
  quoted
    .filter((one) => one !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, one) => rest.replaceAll(one, ' '), text)

const item = /^\s*(?:[-•*▪●]|\d{1,2}[.)])\s+/

/** The parts that a message with a list of answers repeats: the list, a line, its heading or its question. */
export function repeatedParts(reply: string, customers: readonly string[]): string[] {
  const lines = reply
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isItem = (at: number) => item.test(lines[at] ?? '')
  const starts = lines.flatMap((line, at) => (isItem(at) && !isItem(at - 1) ? [{ line, at }] : []))
  const [first, ...others] = starts
  if (first === undefined) return []
  const heading = lines[first.at - 1]
  const headings = lines.filter((line, at) => !isItem(at) && /[:：]$/u.test(line))
  const bare = lines.map((line) => fold(line.replace(item, '')))
  return [
    ...others.map(({ line }) => `a second list: ${line}`),
    ...lines.filter((_line, at) => bare.indexOf(bare[at] ?? '') < at),
    ...headings.filter((line) => line !== heading),
    ...questionsIn(reply, customers).slice(1),
  ]
}

/** The questions of the assistant, without the customer's own that it repeats. */
function questionsIn(reply: string, customers: readonly string[]): string[] {
  const theirs = customers.flatMap((text) => [text, ...questionsOf(text)])
  return questionsOf(without(theirs, reply)).filter((question) => /\p{L}/u.test(question))
}

const questionsOf = (text: string): string[] =>
  (text.match(/[^.!?؟।\n]+[?؟]/gu) ?? []).map((question) => question.trim())

/** Texts of the owner that a message shows although they have a translation. */
export function untranslatedIn(
  shown: string,
  { business, job }: Case,
  { collected, exchanges, translated }: Played,
): string[] {
  const theirs = fold(exchanges.flatMap(({ burst: { says } }) => says).join('\n'))
  const sources = [...translated].flatMap(([source, translation]) =>
    translation === null || fold(source) === fold(translation) || wordsOf(fold(source)).test(theirs)
      ? []
      : [source],
  )
  // What stays of the owner's words in a translation is meant to.
  const translations = [...translated.values()].filter((translation) => translation !== null)
  const rest = [...translations, ...valuesOf(collected)]
    .toSorted((one, other) => other.length - one.length)
    .reduce(
      (text, one) => text.replaceAll(wordsOf(one), ' '),
      without([job.greeting, ...sentAsWritten(job), business.name], shown),
    )
  return sources.filter((source) => wordsOf(source).test(rest))
}

/** A text as whole words. */
const wordsOf = (text: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${escaped(text)}(?![\p{L}\p{M}\p{N}])`, 'gu')

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** Sent word for word, whatever the customer writes in. */
const sentAsWritten = (job: Case['job']): string[] => [
  job.completionMessage,
  job.handoffMessage,
  job.fallbackMessage,
  job.notUnderstoodMessage,
]

const valuesOf = ({ values }: Played['collected']): string[] =>
  Object.values(values).filter((value) => typeof value === 'string')

/** The lines of a message in several languages that are not in the customer's. */
export function linesInOtherLanguages(reply: string, given: Case, { collected }: Played): string[] {
  const { conversation, business, job } = given
  const values = valuesOf(collected)
  const lines = without(sentAsWritten(job), reply)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const found = [
    ...lines
      .filter((line) => !item.test(line))
      .map((line) => ({
        line,
        language: sentenceLanguage(without([...values, business.name], line), conversation),
      })),
    ...labelsIn(
      lines.filter((line) => item.test(line)),
      given,
    ),
  ]
  const foreign = found.filter(
    ({ language }) => language !== undefined && language !== conversation.language,
  )
  const others = new Set(foreign.map(({ line }) => line))
  // Beside a sentence that is surely of another language a word of thanks is enough.
  const rest = lines.filter((line) => !others.has(line) && !item.test(line)).join(' ')
  const isMixed =
    found.some(({ language }) => language === conversation.language) ||
    new Set(foreign.map(({ language }) => language)).size > 1 ||
    detectLanguage(without([...values, business.name], rest)) === conversation.language
  return isMixed ? foreign.map(({ line }) => line.trim()) : []
}

/** Some language in Latin letters, of which no more is known. */
const unknownLatin = 'Latn'

const hasOwnScript = ({ language }: Conversation): boolean => language === 'hi' || language === 'ar'

function scriptLanguage(text: string): string | undefined {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0
  const latin = count(/\p{Script=Latin}/gu)
  if (count(/\p{Script=Devanagari}/gu) * 2 > latin) return 'hi'
  if (count(/\p{Script=Arabic}/gu) * 2 > latin) return 'ar'
  return latin === 0 ? undefined : unknownLatin
}

/** By its script, and by its words where there are enough of them; names and abbreviations are none. */
function sentenceLanguage(text: string, conversation: Conversation): string | undefined {
  const script = scriptLanguage(text)
  if (script !== unknownLatin) return script
  const isSentence = /\p{Ll}{3,}[^\p{L}]+\p{Ll}{3,}/u.test(text)
  return confidentLanguage(text) ?? (hasOwnScript(conversation) && isSentence ? script : undefined)
}

/**
 * The languages of what a list says beside the customer's own answers. A label is too short to be known
 * by its words: one in Latin letters is of the language in which the owner wrote it.
 */
function labelsIn(items: readonly string[], { conversation, job }: Case) {
  const options = job.fields.flatMap((field) => field.options ?? []).map(({ label }) => label)
  const owners = new Set(job.fields.map(({ label }) => label))
  const questions = job.fields.map(({ question = '' }) => question).join(' ')
  const ownersLanguage = inLatinLetters(confidentLanguage(questions))
  const labels = items.map((line) => {
    const [label = '', ...value] = line.replace(item, '').split(/[:：]/u)
    // A choice of capitals alone is a name: `Deepa`.
    const chosen = options.filter(
      (option) => value.join(':').includes(option) && /(?<!\p{L})\p{Ll}{3}/u.test(option),
    )
    return { line, label, script: scriptLanguage([label, ...chosen].join(' ')) }
  })
  const isOwners = ({ label }: { label: string }) => owners.has(label)
  // `Name` is the same word in many languages.
  const isUntranslated = labels.filter(isOwners).length > 1
  return labels.map(({ line, label, script }) => {
    if (script !== unknownLatin || hasOwnScript(conversation)) return { line, language: script }
    const isForeign =
      ownersLanguage !== undefined && ownersLanguage !== inLatinLetters(conversation.language)
    const isOther = isForeign && isUntranslated && isOwners({ label })
    return { line, language: isOther ? ownersLanguage : conversation.language }
  })
}

/** In Hindi and Arabic messages, labels in Latin letters are English. */
const inLatinLetters = (language: string | undefined): string | undefined =>
  language?.startsWith('hi') === true || language === 'ar' ? 'en' : language
