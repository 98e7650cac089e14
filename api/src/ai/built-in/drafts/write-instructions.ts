import { AiRefused, type DraftRequest } from '../../ai-provider.ts'
import { sentencesOf } from '../../sentences.ts'
import { findTopic } from './find-topic.ts'

const tones = {
  friendly: 'Be warm and polite, as a good member of the team would be.',
  formal: 'Be courteous and formal.',
  brief: 'Be short: one or two sentences are enough.',
}

/** The paragraphs of instructions for an assistant; the same for the same request. */
export function writeInstructions(request: DraftRequest): string[] {
  const { mode, current } = request
  const written = current?.instructions?.trim() ?? ''
  if (mode === 'translate') {
    throw new AiRefused('The built-in assistant cannot translate. An AI provider can.')
  }
  if (mode === 'shorten') return shorten(written)
  const paragraphs = compose(request)
  return mode === 'improve' && written !== '' ? addMissing(written, paragraphs) : paragraphs
}

function compose({ prompt, answers }: DraftRequest): string[] {
  const { businessName, purpose, audience, language, tone, format } = answers
  const { goal } = findTopic(`${prompt} ${purpose}`)
  const whose = businessName === '' ? 'a small business' : businessName
  return [
    `You answer on WhatsApp for ${whose}. The owner describes the task like this: “${sentence(prompt)}”`,
    `Your task is to ${purpose === '' ? goal : lowerFirst(sentence(purpose, ''))}.`,
    ...(audience === '' ? [] : [`You write with ${lowerFirst(sentence(audience))}`]),
    [
      tones[tone],
      language === 'auto'
        ? 'Answer in the language that the customer writes in.'
        : `Answer in ${languageName(language)}.`,
      format === '' ? 'Keep each answer to three short sentences.' : sentence(format),
    ].join(' '),
    'Ask for one thing at a time, and never for what the customer has said already. When you have everything, repeat it in a short list and ask whether it is right.',
    limits(answers),
  ]
}

function limits({ offLimits, fallback, escalation }: DraftRequest['answers']): string {
  return [
    'Say only what these instructions or the customer have said; never invent prices, times or promises.',
    ...(offLimits === '' ? [] : [`Do not talk about ${lowerFirst(sentence(offLimits))}`]),
    fallback === ''
      ? 'When you do not know something, say so, and that somebody will answer.'
      : `When you do not know something: ${sentence(fallback)}`,
    escalation === ''
      ? 'When the customer asks for a person, is angry or in a hurry, give the chat to the owner.'
      : `Give the chat to the owner like this: ${sentence(escalation)}`,
  ].join(' ')
}

/** What is written stays to the letter; paragraphs that begin with nothing like it are added. */
function addMissing(written: string, paragraphs: string[]): string[] {
  const known = words(written)
  const added = paragraphs.slice(1).filter((paragraph) => {
    const own = [...words(paragraph)]
    const shared = own.filter((word) => known.has(word)).length
    return shared / own.length < 0.5
  })
  return [...paragraphsOf(written), ...added]
}

/** The first sentences of each paragraph, until half of the text is left. */
function shorten(written: string): string[] {
  if (written === '') throw new AiRefused('There are no instructions yet that could be shortened.')
  const paragraphs = paragraphsOf(written).map((paragraph) => trimmedSentences(paragraph))
  const most = written.length / 2
  const kept = paragraphs.map(([first = '']) => first)
  let length = kept.join('\n\n').length
  for (const [index, [, ...rest]] of paragraphs.entries()) {
    for (const next of rest) {
      if (length + next.length > most) break
      kept[index] += ` ${next}`
      length += next.length + 1
    }
  }
  return kept
}

const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((part) => part.trim() !== '')

const trimmedSentences = (text: string): string[] =>
  sentencesOf(text)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{4,}/gu))

/** One line that ends as a sentence does. */
function sentence(text: string, end = '.'): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<![.\s])[.\s]+$/, '')
  return /[!?…।]$/.test(line) ? line : `${line}${end}`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function languageName(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}
