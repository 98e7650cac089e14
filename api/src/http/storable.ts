import type { FieldProblem } from '@errand/contract/problem'

import { toPointer } from './issues.ts'

const maxDepth = 32

/** More than the largest job has; a body within its bytes can hold half a million. */
const maxValues = 50_000

/** A list or an object that is being walked through, and where in it. */
interface Level {
  values: object
  keys: string[] | undefined
  size: number
  at: number
}

/**
 * Finds the first value of a JSON document that no schema minds and the database refuses: text with
 * U+0000 or half of a surrogate pair, and nesting so deep that writing it out again overflows the
 * stack. Walks without recursion for the same reason, and keeps nothing but where it is: what is
 * refused must not cost more than what is taken.
 */
export function findUnstorable(document: unknown): FieldProblem | undefined {
  const levels: Level[] = []
  let value = document
  let count = 0
  do {
    if (typeof value === 'string' && !isStorableText(value)) return unstorable(pathOf(levels))
    if (typeof value === 'object' && value !== null) {
      if (levels.length === maxDepth) return tooDeep(pathOf(levels))
      const level = open(value)
      count += level.size
      if (count > maxValues) return tooMany(pathOf(levels))
      if (level.keys?.every(isStorableText) === false) return unstorable(pathOf(levels))
      levels.push(level)
    }
    value = advance(levels)
  } while (levels.length > 0)
  return undefined
}

function open(values: object): Level {
  const keys = Array.isArray(values) ? undefined : Object.keys(values)
  return { values, keys, size: keys?.length ?? (values as unknown[]).length, at: -1 }
}

/** The next value, after leaving what is walked through; of no level there is none. */
function advance(levels: Level[]): unknown {
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    level.at += 1
    if (level.at < level.size) {
      return (level.values as Record<string | number, unknown>)[keyOf(level)]
    }
    levels.pop()
  }
  return undefined
}

function keyOf({ keys, at }: Level): string | number {
  return keys?.[at] ?? at
}

function pathOf(levels: Level[]): (string | number)[] {
  return levels.map(keyOf)
}

/** Whether PostgreSQL can keep this text. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

type Path = readonly (string | number)[]

function unstorable(path: Path): FieldProblem {
  return {
    pointer: toPointer(path),
    code: 'invalid_text',
    detail: 'Contains a character that cannot be stored.',
  }
}

export function tooDeep(path: Path): FieldProblem {
  return {
    pointer: toPointer(path),
    code: 'too_deep',
    detail: `At most ${maxDepth} levels of nesting.`,
    params: { max: maxDepth },
  }
}

export function tooMany(path: Path): FieldProblem {
  return {
    pointer: toPointer(path),
    code: 'too_many_values',
    detail: `At most ${maxValues} values in a document.`,
    params: { max: maxValues },
  }
}
