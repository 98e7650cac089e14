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

/** A part at the top of a module that queries the database. */
export interface Querying {
  name: string
  /** Whether the query is in a function: a mere value is executed by what uses it. */
  isFunction: boolean
  /** The names of the other parts of the module that use it. */
  users: string[]
}

/** The parts at the top of a module that query the database. */
export function listQuerying(source: string): Querying[] {
  const text = source.replaceAll(comment, '')
  const starts = [...text.matchAll(declaration)]
  const parts = starts.map(({ index, groups }, place) => ({
    name: groups?.['name'] ?? '',
    text: text.slice(index, starts[place + 1]?.index),
  }))
  return parts
    .filter((part) => query.test(part.text))
    .map((part) => ({
      name: part.name,
      isFunction: ofQueries.test(part.text),
      users: parts
        .filter((other) => other !== part && new RegExp(`\\b${part.name}\\b`).test(other.text))
        .map(({ name }) => name),
    }))
}

const comment = /^\s*(?:\/\*\*.*?\*\/|\/\/[^\n]*)/gms
const declaration =
  /^(?:export )?(?:async )?(?:function\*?|class|const|interface|type) (?<name>\w+)/gm
const ofQueries = /\bqueries\)?\s*\.(?:select\w*|insert|update|delete|execute)\b/
const query = new RegExp(`${ofQueries.source}|\\bsql[\`<]`)

/** Which of them have to be executed: for those whose functions have no name, their users. */
export function listRequired(querying: Querying[], known: ReadonlySet<string>): string[] {
  const required = querying.flatMap(({ name, isFunction, users }) => {
    if (known.has(name)) return [name]
    const knownUsers = users.filter((user) => known.has(user))
    // Nothing would show that it was executed.
    return isFunction && knownUsers.length === 0 ? [name] : knownUsers
  })
  return [...new Set(required)]
}
