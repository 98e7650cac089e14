import type { ChatSession } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import { cleanName } from '@errand/contract/visible-text'

import { knownValues } from './reply.ts'

/** `follow_up` as people write it: `Follow up`. */
export function toTitle(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

type Parts = Pick<Template, 'body' | 'variables'>

const greeting = /^\W*(hi|hello|hey|dear|नमस्ते|مرحبا|hola)[\s,]*\{\{\s*([\w]+)\s*\}\}/iu

/** Likely values for the variables of a template; the owner can change them. */
export function guessValues({ body, variables }: Parts, session: ChatSession): string[] {
  const known = knownValues(session, '')
  const greeted = greeting.exec(body)?.[2]
  return variables.map(({ name }) => {
    if (name === greeted || /name$/i.test(name)) return cleanName(session.contact.name)
    return known[name.toLowerCase()] ?? ''
  })
}

/** The template with its variables filled in; a missing one stays visible. */
export function renderTemplate({ body, variables }: Parts, values: readonly string[]): string {
  const filled = new Map(variables.map(({ name }, index) => [name, values[index] ?? '']))
  return body.replaceAll(/\{\{\s*([\w]+)\s*\}\}/g, (blank, name: string) => {
    const value = filled.get(name) ?? ''
    return value === '' ? blank : value
  })
}

/** The template as the contact will read it: where nothing is filled in yet stands an example. */
export const previewTemplate = (template: Parts, values: readonly string[]): string =>
  renderTemplate(
    template,
    template.variables.map(({ example }, index) => values[index] || `[${example}]`),
  )
