import type { FieldProblem } from '@errand/contract/problem'
import * as z from 'zod/mini'

type Issue = z.core.$ZodIssue
type Reason = Pick<FieldProblem, 'code' | 'params'>

/** More errors help nobody, and a hostile body can cause hundreds of thousands. */
const maxErrors = 50

/** Turns the issues of a schema into the contract's field problems. */
export function toFieldProblems(issues: readonly Issue[]): FieldProblem[] {
  return issues.flatMap(narrowUnion).slice(0, maxErrors).map(toFieldProblem)
}

/** For a value that fits none of several schemas, the issues of the schema that fits best. */
function narrowUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const [closest] = issue.errors.toSorted((one, other) => mismatchScore(one) - mismatchScore(other))
  if (closest === undefined) return [issue]
  return closest.flatMap((inner) => narrowUnion({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** High for a schema whose members are all missing, or for one that allows a single value. */
function mismatchScore(issues: readonly Issue[]): number {
  const isOther = issues.every(({ code, input }) => code === 'invalid_type' && input === undefined)
  const isLiteral = issues.some(({ code }) => code === 'invalid_value')
  return (isOther ? 1000 : 0) + (isLiteral ? 100 : 0) + issues.length
}

function toFieldProblem(issue: Issue): FieldProblem {
  return { pointer: toPointer(issue.path), detail: issue.message, ...toReason(issue) }
}

/** RFC 6901, as a URI fragment without its percent-encoding. */
export function toPointer(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))
  return ['#', ...steps].join('/')
}

function toReason(issue: Issue): Reason {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { code: 'required' }
        : { code: 'wrong_type', params: { expected: issue.expected } }
    case 'too_big':
      return {
        code: tooBigCodes[issue.origin] ?? 'too_large',
        params: { max: Number(issue.maximum) },
      }
    case 'too_small':
      return {
        code: tooSmallCodes[issue.origin] ?? 'too_small',
        params: { min: Number(issue.minimum) },
      }
    case 'invalid_value':
      return { code: 'not_allowed', params: { allowed: issue.values } }
    case 'invalid_format':
      return { code: 'invalid_format', params: { format: issue.format } }
    case 'custom':
      return toCustomReason(issue.params ?? {})
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      break
  }
  return { code: issue.code }
}

const tooBigCodes: Record<string, string> = { string: 'too_long', array: 'max_items' }
const tooSmallCodes: Record<string, string> = { string: 'too_short', array: 'min_items' }

/** The contract's own checks name their code among the parameters. */
function toCustomReason({ code, ...params }: Record<string, unknown>): Reason {
  return {
    code: typeof code === 'string' ? code : 'invalid',
    ...(Object.keys(params).length > 0 && { params }),
  }
}

const english = z.locales.en().localeError

/** The sentence for a refused value; a schema's own message has priority. */
export function toSentence(issue: z.core.$ZodRawIssue): ReturnType<typeof english> {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required.'
        : `Must be ${withArticle(issue.expected)}.`
    case 'too_big':
      return `At most ${limitText(issue.maximum, issue.origin)}.`
    case 'too_small':
      return `At least ${limitText(issue.minimum, issue.origin)}.`
    case 'invalid_value':
      return `Must be one of: ${issue.values.join(', ')}.`
    case 'invalid_format':
      return issue.format === 'regex' ? 'Not in the expected format.' : english(issue)
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

function withArticle(type: string): string {
  return type === 'int' ? 'a whole number' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function limitText(limit: number | bigint, origin: string): string {
  const unit = { string: 'character', array: 'entry' }[origin]
  if (unit === undefined) return String(limit)
  if (Number(limit) === 1) return `1 ${unit}`
  return `${limit} ${unit === 'entry' ? 'entries' : `${unit}s`}`
}
