import type { ChatSession } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import { cleanName } from '@errand/contract/visible-text'

import { knownValues } from './variables.ts'

type Parts = Pick<Template, 'body' | 'variables'>

const greeting = /^\W*(hi|hello|hey|dear|नमस्ते|مرحبا|hola)[\s,]*\{\{\s*([\w]+)\s*\}\}/iu

/** What the blanks of a template probably are in a chat; the owner sees and changes them. */
export function guessValues({ body, variables }: Parts, session: ChatSession): string[] {
  const known = knownValues(session, '')
  const greeted = greeting.exec(body)?.[2]
  return variables.map(({ name }) => {
    if (name === greeted || /name$/i.test(name)) return cleanName(session.contact.name)
    return known[name.toLowerCase()] ?? ''
  })
}

/** The template with its blanks filled; one without a value stays to be seen. */
export function renderTemplate({ body, variables }: Parts, values: readonly string[]): string {
  const filled = new Map(variables.map(({ name }, index) => [name, values[index] ?? '']))
  return body.replaceAll(/\{\{\s*([\w]+)\s*\}\}/g, (blank, name: string) => {
    const value = filled.get(name) ?? ''
    return value === '' ? blank : value
  })
}
