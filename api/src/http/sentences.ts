import * as z from 'zod/mini'

type Issue = z.core.$ZodRawIssue

const english = z.locales.en().localeError

/** What a person reads about a refused value; a schema's own sentence goes first. */
export function sentence(issue: Issue): ReturnType<typeof english> {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : `Must be ${article(issue.expected)}.`
    case 'too_big':
      return `At most ${amount(issue.maximum, issue.origin)}.`
    case 'too_small':
      return `At least ${amount(issue.minimum, issue.origin)}.`
    case 'invalid_value':
      return `Must be one of: ${issue.values.join(', ')}.`
    case 'invalid_format':
      return issue.format === 'regex' ? 'Not in the expected form.' : english(issue)
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      break
  }
  return english(issue)
}

function article(type: string): string {
  return type === 'int' ? 'a whole number' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function amount(limit: number | bigint, origin: string): string {
  const unit = { string: 'character', array: 'entry' }[origin]
  if (unit === undefined) return String(limit)
  if (Number(limit) === 1) return `1 ${unit}`
  return `${limit} ${unit === 'entry' ? 'entries' : `${unit}s`}`
}
