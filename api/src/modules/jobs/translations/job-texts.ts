import type { JobField } from '@errand/contract/job-field'
import { maxTextLength, type TextKind } from '@errand/contract/job-translations'
import type { Job } from '@errand/contract/jobs'
import { builtInLanguages } from '@errand/contract/language'
import { hasVisibleText } from '@errand/contract/visible-text'

import { confidentLanguage, detectLanguage } from '../../ai/language/detect-language.ts'
import { phrasesFor } from '../../phrases/phrases.ts'
import { fold } from '../../answers/reading.ts'

/** Something that contacts read of a job. */
export interface JobText {
  text: string
  kind: TextKind
  /** The label of its field. */
  label: string
}

export type Language = (typeof builtInLanguages)[number]

type TranslatableJob = Pick<Job, 'language' | 'greeting' | 'completionMessage' | 'fields'>

/** What contacts read of a job's fields, each once; of two kinds the one that has to be shorter. */
export function textsOf(fields: readonly JobField[]): JobText[] {
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
  return [...texts.values()]
}

/**
 * What a job has to be translated into, and which texts: the languages in which its contacts are
 * answered, without the one that a text is written in.
 */
export function textsToTranslate(job: TranslatableJob): { language: Language; texts: JobText[] }[] {
  const texts = textsOf(job.fields)
  const { greeting, completionMessage } = job
  const written = [greeting, completionMessage, ...texts.map(({ text }) => text)].join('\n')
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

/** A label is too short to be known by its words; in other letters than the rest it is of no known language. */
function likelyLanguage(text: string, main: string | undefined): string | undefined {
  const script = (main === undefined ? undefined : scripts[main]) ?? /\p{Script=Latin}/u
  return script.test(text) ? main : undefined
}

/** In a language that is none of ours contacts read what the owner wrote. */
function targetLanguages({ language }: Pick<Job, 'language'>): readonly Language[] {
  if (language === 'auto') return builtInLanguages
  const tag = phrasesFor(language)?.tag
  return builtInLanguages.filter((one) => one === tag)
}

/** Whether a translation looks like the text in whose place it stands: in no more lines, with nothing unseen. */
export const hasSameShape = (text: string, translation: string): boolean =>
  !/[^\P{Cc}\n]/u.test(translation) && linesIn(translation) <= linesIn(text)

const linesIn = (text: string): number => text.split('\n').length

/** Whether another option of the same field is called so. */
export const isNameTaken = (
  fields: readonly JobField[],
  { text, translation }: { text: string; translation: string },
  say: (text: string) => string,
): boolean =>
  fields.some(
    ({ options = [] }) =>
      options.some(({ label }) => label === text) &&
      options.some(({ label }) => label !== text && fold(say(label)) === fold(translation)),
  )
