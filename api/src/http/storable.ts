import type { FieldProblem } from '@errand/contract/problem'

import { toPointer } from './issues.ts'

const maxDepth = 32

interface Step {
  value: unknown
  path: string[]
}

/**
 * Finds the first value of a JSON document that no schema minds and the database refuses: text with
 * U+0000 or half of a surrogate pair, and nesting so deep that writing it out again overflows the
 * stack. Walks without recursion for the same reason.
 */
export function findUnstorable(document: unknown): FieldProblem | undefined {
  const steps: Step[] = [{ value: document, path: [] }]
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { value, path } = step
    if (typeof value === 'string' && !isStorableText(value)) return unstorable(path)
    if (typeof value !== 'object' || value === null) continue
    if (path.length === maxDepth) return tooDeep(path)
    for (const [key, child] of Object.entries(value)) {
      if (!isStorableText(key)) return unstorable(path)
      steps.push({ value: child, path: [...path, key] })
    }
  }
  return undefined
}

/** Whether PostgreSQL can keep this text. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function unstorable(path: string[]): FieldProblem {
  return {
    pointer: toPointer(path),
    code: 'invalid_text',
    detail: 'Contains a character that cannot be stored.',
  }
}

function tooDeep(path: string[]): FieldProblem {
  return {
    pointer: toPointer(path),
    code: 'too_deep',
    detail: `At most ${maxDepth} levels of nesting.`,
    params: { max: maxDepth },
  }
}
