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

/** The parts at the top of a module that put questions to the database, by their names. */
export function listAsking(text: string): string[] {
  const starts = [...text.matchAll(declaration)]
  return starts.flatMap(({ index, groups }, place) => {
    const part = text.slice(index, starts[place + 1]?.index)
    return question.test(part) ? [groups?.['name'] ?? ''] : []
  })
}

const declaration =
  /^(?:export )?(?:async )?(?:function\*?|class|const|interface|type) (?<name>\w+)/gm
const question = /\bqueries\s*\.(?:select|selectDistinct|insert|update|delete|execute)\b|\bsql`/
