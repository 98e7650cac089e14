import { textsOf } from '../built-in/drafts/tables.ts'
import { fill, phrasesFor } from './phrases.ts'

/** Our texts of each language in the same order: questions of usual fields, and what jobs say. */
const tables = Object.entries(textsOf).map(([language, { fields, topics }]) => {
  const phrases = phrasesFor(language)
  const {
    hello = '',
    helloFrom = '',
    dontKnow = '',
    notUnderstood = '',
    handoff = '',
  } = phrases ?? {}
  const texts = new Map<string, string>([
    ...Object.entries(fields).map(([kind, [, question = '']]) => [kind, question] as const),
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

/** What a draft of the product says, in the language of the contact; what an owner wrote stays as it is. */
export function inLanguage(text: string, language: string): string {
  const wanted = tables.find((table) => table.language === language)
  if (wanted === undefined || text === '') return text
  for (const { texts, hello, helloFrom } of tables)
    for (const [name, own] of texts) {
      const translated = wanted.texts.get(name) ?? own
      if (text === own) return translated
      if (!name.endsWith(' greeting') || !text.endsWith(` ${own}`)) continue
      const head = text.slice(0, -own.length - 1)
      if (head === hello) return `${wanted.hello} ${translated}`
      const [before = '', behind = ''] = helloFrom.split('{business}')
      if (!head.startsWith(before) || !head.endsWith(behind)) continue
      const business = head.slice(before.length, head.length - behind.length)
      return `${fill(wanted.helloFrom, { business })} ${translated}`
    }
  return text
}

/** A text as it may have been said before. */
export const inAnyLanguage = (text: string): string[] => [
  ...new Set([text, ...tables.map(({ language }) => inLanguage(text, language))]),
]

/** The hello of a greeting that a draft of the product made, without the question behind it. */
export function helloIn(greeting: string): string | undefined {
  for (const { texts } of tables)
    for (const [name, own] of texts)
      if (name.endsWith(' greeting') && greeting.endsWith(` ${own}`))
        return greeting.slice(0, -own.length - 1)
  return undefined
}
