import * as z from 'zod/mini'

/** A model's answer, or the complaint about it that is sent back to the model. */
export type ParsedOutput<T> = { value: T; fault?: undefined } | { fault: string }

/** Checks the JSON of an answer; the complaint does not repeat the answer's content. */
export function parseOutput<T>(
  schema: z.core.$ZodType,
  { json, isCut }: { json: string; isCut: boolean },
): ParsedOutput<T> {
  const parsed = z.safeParse(schema, parse(json), { error: english })
  if (parsed.success) return { value: parsed.data as T }
  return { fault: `${isCut ? tooLong : toFault(parsed.error.issues)}\n${sendAgain}` }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const sendAgain = 'Send the whole object again, and nothing else.'
const tooLong = 'Your answer was too long and was cut off. Be much shorter.'

/** A model that broke more of the schema did not look at it. */
const maxShownIssues = 5

const english = z.locales.en().localeError

/** Each member by its path and what was expected: `fields.name: expected string, received array`. */
function toFault(issues: readonly z.core.$ZodIssue[]): string {
  if (issues.some(({ path }) => path.length === 0)) return 'That was not valid JSON.'
  const lines = issues
    .slice(0, maxShownIssues)
    .map(({ path, message }) => `${path.join('.')}: ${message.replace(/^Invalid [a-z]+: /, '')}`)
  return `That was not the schema:\n${lines.join('\n')}`
}
