import type { JobField } from '@errand/contract/job-field'

import { fold } from '../../form-data/reading.ts'
import type { Translations } from '../turn.ts'
import { ownTextIn, ownTextsOf } from './own-texts.ts'

type Option = NonNullable<JobField['options']>[number]

/** A text of a job as it was translated, else as the product itself says it, else as the owner wrote it. */
export const textIn = (text: string, translations: Translations, language: string): string =>
  translations.get(language)?.get(text) ?? ownTextIn(text, language) ?? text

/** A text of a job as the contact may have read it, in whatever language. */
export const everyTextOf = (text: string, translations: Translations): string[] => [
  ...new Set([
    text,
    ...ownTextsOf(text),
    ...[...translations.values()].flatMap((texts) => texts.get(text) ?? []),
  ]),
]

/** The fields of a job as a contact reads them in a language; options also keep their names of before. */
export function fieldsIn(
  fields: readonly JobField[],
  translations: Translations,
  language: string,
): JobField[] {
  const say = (text: string) => textIn(text, translations, language)
  return fields.map((field) => {
    const { label, question, options, validation } = field
    const message = validation?.patternMessage
    return {
      ...field,
      label: say(label),
      ...(question !== undefined && { question: say(question) }),
      ...(options !== undefined && { options: optionsIn(options, say) }),
      ...(message !== undefined && { validation: { ...validation, patternMessage: say(message) } }),
    }
  })
}

/** Two options of the same name could not be told apart: then all stay as the owner named them. */
function optionsIn(options: readonly Option[], say: (text: string) => string): Option[] {
  const said = options.map(({ label }) => say(label))
  const isClear = new Set(said.map(fold)).size === said.length
  return options.map((option, index) => {
    const { label, synonyms = [] } = option
    const translated = isClear ? (said[index] ?? label) : label
    return translated === label
      ? option
      : { ...option, label: translated, synonyms: [...synonyms, label] }
  })
}

/** A field whose options are also known by their names in every language. */
export const withEveryName = (field: JobField, translations: Translations): JobField =>
  field.options === undefined
    ? field
    : { ...field, options: namedOptions(field.options, translations) }

/** A name that several options would have is none of theirs, unless the owner gave it. */
function namedOptions(options: readonly Option[], translations: Translations): Option[] {
  const names = options.map(
    ({ label }) => new Map(everyTextOf(label, translations).map((name) => [fold(name), name])),
  )
  const counts = new Map<string, number>()
  for (const [index, { value, synonyms = [] }] of options.entries()) {
    const folded = [value, ...synonyms].map(fold)
    for (const name of new Set([...folded, ...(names[index]?.keys() ?? [])]))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return options.map((option, index) => {
    const added = [...(names[index] ?? [])].filter(([folded]) => counts.get(folded) === 1)
    return { ...option, synonyms: [...(option.synonyms ?? []), ...added.map(([, name]) => name)] }
  })
}
