import type { Template } from '@errand/contract/chats/template'

/** A template's text with its blanks filled in, the first value into the first blank. */
export function renderTemplate(
  { body, variables }: Pick<Template, 'body' | 'variables'>,
  values: string[],
): string {
  const filled = new Map(variables.map(({ name }, index) => [name, values[index] ?? '']))
  // In one go: what a value says is never taken for a blank.
  return body.replaceAll(
    /\{\{\s*([\w]+)\s*\}\}/g,
    (blank, name: string) => filled.get(name) ?? blank,
  )
}
