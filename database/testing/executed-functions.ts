import type { Profiler } from 'node:inspector'
import { fileURLToPath } from 'node:url'

/** The functions at the top of a module, and which of them have run. */
export interface ExecutedFunctions {
  file: string
  all: string[]
  executed: string[]
}

/** What the engine counted of a module below the folder; nothing of other scripts. */
export function countFunctions(
  { url, functions }: Profiler.ScriptCoverage,
  folder: string,
): ExecutedFunctions[] {
  if (!url.startsWith('file:')) return []
  const file = fileURLToPath(url)
  if (!file.startsWith(`${folder}/`)) return []
  const named = functions.filter(({ functionName }) => functionName !== '')
  const top = named.filter((one) => !named.some((other) => isInside(one, other)))
  return [{ file, all: namesOf(top), executed: namesOf(top.filter(hasRun)) }]
}

const namesOf = (functions: Profiler.FunctionCoverage[]): string[] =>
  functions.map(({ functionName }) => functionName)

const hasRun = ({ ranges: [whole] }: Profiler.FunctionCoverage): boolean => (whole?.count ?? 0) > 0

function isInside(inner: Profiler.FunctionCoverage, outer: Profiler.FunctionCoverage): boolean {
  const [a, b] = [inner.ranges[0], outer.ranges[0]]
  if (a === undefined || b === undefined || inner === outer) return false
  return b.startOffset < a.startOffset && a.endOffset <= b.endOffset
}

/** A module that asks the database: it is named a repository, builds conditions, or puts questions. */
export function asksDatabase(file: string, text: string): boolean {
  if (file.endsWith('.repo.ts')) return true
  return (
    /^import \{(?!(?:\s*type \w+,?)*\s*\})[^}]*\} from 'drizzle-orm'/m.test(text) ||
    question.test(text)
  )
}

const question = /\bqueries\s*\.(?:select|selectDistinct|insert|update|delete|execute)\b|\bnotify\(/
