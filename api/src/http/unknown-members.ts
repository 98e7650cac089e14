import type { FieldProblem } from '@errand/contract/problem'

import { toPointer } from './issues.ts'

/** More than this helps nobody. */
const maxErrors = 50

/** What of a body its schema left out, as it knows no such member: a misspelt one would change nothing. */
export function findUnknownMembers(input: unknown, known: unknown): FieldProblem[] {
  const problems: FieldProblem[] = []
  look(input, known, [])
  return problems

  function look(value: unknown, its: unknown, path: readonly PropertyKey[]): void {
    // A value that may be anything is passed on as it came.
    if (value === its || problems.length >= maxErrors) return
    if (!isObject(value) || !isObject(its)) return
    for (const [key, inner] of Object.entries(value)) {
      if (Object.hasOwn(its, key)) look(inner, Reflect.get(its, key), [...path, key])
      else if (problems.length < maxErrors) problems.push(unknown([...path, key]))
    }
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const unknown = (path: readonly PropertyKey[]): FieldProblem => ({
  pointer: toPointer(path),
  code: 'unknown',
  detail: `"${String(path.at(-1)).slice(0, 80)}" is not known here.`,
})
