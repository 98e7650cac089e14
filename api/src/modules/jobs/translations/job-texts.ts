import type { JobField } from '@errand/contract/job-field'
import { maxTextLength, type TextKind } from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { builtInLanguages } from '@errand/contract/language'
import { hasVisibleText } from '@errand/contract/visible-text'

import { confidentLanguage, detectLanguage } from '../../ai/language/detect-language.ts'
import { fold } from '../../answers/reading.ts'
import { phrasesFor } from '../../phrases/phrases.ts'

/** A text of a job that contacts read. */
export interface JobText {
  text: string
  kind: TextKind
  /** The label of its field, or what it is of a job. */
  label: string
}

export type Language = (typeof builtInLanguages)[number]

/** What of a job contacts read word for word. */
export type JobWithTexts = Pick<Job, 'completionMessage' | 'handoffMessage'> & {
  fields: readonly JobField[]
}
type TranslatableJob = JobWithTexts & Pick<Job, 'language' | 'greeting'>

/** The texts of a job that contacts read, each once; one used for two things keeps the shorter limit. */
export function textsOf({ fields, completionMessage, handoffMessage }: JobWithTexts): JobText[] {
  const texts = new Map<string, JobText>()
  const add = (text: string | undefined, kind: TextKind, label: string) => {
    if (text === undefined || !hasVisibleText(text)) return
    const known = texts.get(text)
    if (known === undefined || maxTextLength[kind] < maxTextLength[known.kind])
      texts.set(text, { text, kind, label })
  }
  for (const { label, question, options = [], validation } of fields) {
    add(label, 'label', label)
    add(question, 'question', label)
    for (const option of options) add(option.label, 'option', label)
    add(validation?.patternMessage, 'message', label)
  }
  add(completionMessage, 'completion', 'when complete')
  add(handoffMessage, 'handoff', 'when a person takes over')
  return [...texts.values()]
}

/**
 * The languages in which contacts of a job are answered, each with the texts to translate: those that
 * are not written in it already.
 */
export function textsToTranslate(job: TranslatableJob): { language: Language; texts: JobText[] }[] {
  const texts = textsOf(job)
  const written = [job.greeting, ...texts.map(({ text }) => text)].join('\n')
  const main = confidentLanguage(written) ?? detectLanguage(written) ?? job.language
  const languageOf = new Map(
    texts.map(({ text }) => [text, confidentLanguage(text) ?? likelyLanguage(text, main)]),
  )
  return targetLanguages(job).flatMap((language) => {
    const others = texts.filter(({ text }) => languageOf.get(text) !== language)
    return others.length === 0 ? [] : [{ language, texts: others }]
  })
}

const scripts: Partial<Record<string, RegExp>> = {
  hi: /\p{Script=Devanagari}/u,
  ar: /\p{Script=Arabic}/u,
}

/** Guesses the language of a label that is too short to detect: the main one, if the script fits it. */
function likelyLanguage(text: string, main: string | undefined): string | undefined {
  const script = (main === undefined ? undefined : scripts[main]) ?? /\p{Script=Latin}/u
  return script.test(text) ? main : undefined
}

/** The languages to translate into; none for a language that the product does not support. */
function targetLanguages({ language }: Pick<Job, 'language'>): readonly Language[] {
  if (language === 'auto') return builtInLanguages
  const tag = phrasesFor(language)?.tag
  return builtInLanguages.filter((one) => one === tag)
}

/** Whether a translation has no more lines than its source, and no control characters. */
export const hasSameShape = (text: string, translation: string): boolean =>
  !/[^\P{Cc}\n]/u.test(translation) && linesIn(translation) <= linesIn(text)

const linesIn = (text: string): number => text.split('\n').length

/** Whether another option of the same field already has this translation. */
export const isNameTaken = (
  fields: readonly JobField[],
  { text, translation }: { text: string; translation: string },
  translate: (text: string) => string,
): boolean =>
  fields.some(
    ({ options = [] }) =>
      options.some(({ label }) => label === text) &&
      options.some(({ label }) => label !== text && fold(translate(label)) === fold(translation)),
  )
