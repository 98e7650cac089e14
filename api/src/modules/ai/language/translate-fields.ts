import type { JobField } from '@errand/contract/job-field'

import { fold } from '../../answers/reading.ts'
import { builtInTextIn, builtInTextsOf } from '../../phrases/own-texts.ts'
import type { Translations } from '../turn.ts'

type Option = NonNullable<JobField['options']>[number]

/** A text of a job as it was translated, else as the product itself says it, else as the owner wrote it. */
export const translateText = (text: string, translations: Translations, language: string): string =>
  translations.get(language)?.get(text) ?? builtInTextIn(text, language) ?? text

/** A text of a job as the contact may have read it, in whatever language. */
export const allVersionsOf = (text: string, translations: Translations): string[] => [
  ...new Set([
    text,
    ...builtInTextsOf(text),
    ...[...translations.values()].flatMap((texts) => texts.get(text) ?? []),
  ]),
]

/** The fields of a job as a contact reads them in a language; options also keep their names of before. */
export function translateFields(
  fields: readonly JobField[],
  translations: Translations,
  language: string,
): JobField[] {
  const say = (text: string) => translateText(text, translations, language)
  return fields.map((field) => {
    const { label, question, options, validation } = field
    const message = validation?.patternMessage
    return {
      ...field,
      label: say(label),
      ...(question !== undefined && { question: say(question) }),
      ...(options !== undefined && { options: translateOptions(options, say) }),
      ...(message !== undefined && { validation: { ...validation, patternMessage: say(message) } }),
    }
  })
}

/** Two options of the same name could not be told apart: they stay as the owner named them. */
function translateOptions(options: readonly Option[], say: (text: string) => string): Option[] {
  const names = distinctNames(
    options.map(({ label }) => label),
    say,
  )
  return options.map((option, index) => {
    const { label, synonyms = [] } = option
    const translated = names[index] ?? label
    return translated === label
      ? option
      : { ...option, label: translated, synonyms: [...synonyms, label] }
  })
}

/** Who goes back to the owner's name may have one that another was given: then that one goes back, too. */
function distinctNames(labels: readonly string[], say: (text: string) => string): string[] {
  let names = labels.map(say)
  for (;;) {
    const seen = countNames(names)
    const clear = names.map((name, index) =>
      seen.get(fold(name)) === 1 ? name : (labels[index] ?? name),
    )
    if (clear.every((name, index) => name === names[index])) return clear
    names = clear
  }
}

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names.map(fold)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** A field whose options are called as contacts are shown them, and known by their names in every language. */
export const withEveryName = (
  field: JobField,
  shown: JobField,
  translations: Translations,
): JobField =>
  field.options === undefined
    ? field
    : { ...field, options: namedOptions(field.options, shown.options ?? [], translations) }

/** A name that several options would have is none of theirs, unless the owner gave it or it is shown. */
function namedOptions(
  options: readonly Option[],
  shown: readonly Option[],
  translations: Translations,
): Option[] {
  const names = options.map(
    ({ label }) => new Map(allVersionsOf(label, translations).map((name) => [fold(name), name])),
  )
  const counts = countNames(
    options.flatMap(({ value, synonyms = [] }, index) => [
      ...new Set([...[value, ...synonyms].map(fold), ...(names[index]?.keys() ?? [])]),
    ]),
  )
  return shown.map((option, index) => {
    const added = [...(names[index] ?? [])].filter(([folded]) => counts.get(folded) === 1)
    return { ...option, synonyms: [...(option.synonyms ?? []), ...added.map(([, name]) => name)] }
  })
}
