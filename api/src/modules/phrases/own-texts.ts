import { fillBlanks, phrasesFor } from './phrases.ts'
import { textsByLanguage } from './texts.ts'

/** The product's own texts in each language, by shared names: common fields, options, and job messages. */
const tables = Object.entries(textsByLanguage).map(([language, { fields, topics }]) => {
  const phrases = phrasesFor(language)
  const {
    hello = '',
    helloFrom = '',
    dontKnow = '',
    notUnderstood = '',
    handoff = '',
  } = phrases ?? {}
  const texts = new Map<string, string>([
    ...Object.entries(fields).flatMap(([kind, [label = '', question = '', , ...options]]) => [
      [kind, question] as const,
      [`${kind} label`, label] as const,
      ...options.map((option, at) => [`${kind} option ${at}`, option] as const),
    ]),
    ...Object.entries(topics).flatMap(([topic, [, , greeting = '', done = '']]) => [
      [`${topic} greeting`, greeting] as const,
      [`${topic} done`, done] as const,
    ]),
    ['dontKnow', dontKnow],
    ['notUnderstood', notUnderstood],
    ['handoff', handoff],
  ])
  return { language, texts, hello, helloFrom }
})

/** The name of each built-in text; of two equal texts the first counts. */
const nameByText = new Map(
  tables
    .toReversed()
    .flatMap(({ texts }) => [...texts].toReversed().map(([name, text]) => [text, name] as const)),
)

/** A built-in text in another language; undefined where the text is not built in. */
export function builtInTextIn(text: string, language: string): string | undefined {
  const name = text === '' ? undefined : nameByText.get(text)
  return name === undefined
    ? undefined
    : tables.find((table) => table.language === language)?.texts.get(name)
}

/** What the product asks where a field has a name of the product's own: `What is your name?` for `Name`. */
export function builtInQuestionFor(label: string, language: string): string | undefined {
  const [kind, isLabel] = nameByText.get(label)?.split(/ (?=label$)/) ?? []
  return isLabel === undefined
    ? undefined
    : tables.find((table) => table.language === language)?.texts.get(kind ?? '')
}

/** Translates a job's text that the product drafted; an owner's own text stays as it is. */
export function inContactLanguage(text: string, language: string): string {
  const wanted = tables.find((table) => table.language === language)
  if (wanted === undefined || text === '') return text
  const known = builtInTextIn(text, language)
  if (known !== undefined) return known
  for (const { texts, hello, helloFrom } of tables)
    for (const [name, own] of texts) {
      if (!name.endsWith(' greeting') || !text.endsWith(` ${own}`)) continue
      const translated = wanted.texts.get(name) ?? own
      const head = text.slice(0, -own.length - 1)
      if (head === hello) return `${wanted.hello} ${translated}`
      const [before = '', behind = ''] = helloFrom.split('{business}')
      if (!head.startsWith(before) || !head.endsWith(behind)) continue
      const business = head.slice(before.length, head.length - behind.length)
      return `${fillBlanks(wanted.helloFrom, { business })} ${translated}`
    }
  return text
}

/** A built-in text in all languages; empty where the text is not built in. */
export const builtInTextsOf = (text: string): string[] =>
  tables.flatMap(({ language }) => builtInTextIn(text, language) ?? [])

/** The hello of a drafted greeting, without the question behind it. */
export function helloIn(greeting: string): string | undefined {
  for (const { texts } of tables)
    for (const [name, own] of texts)
      if (name.endsWith(' greeting') && greeting.endsWith(` ${own}`))
        return greeting.slice(0, -own.length - 1)
  return undefined
}
