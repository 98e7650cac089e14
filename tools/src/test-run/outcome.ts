/** How one test ended. */
export interface Outcome {
  /** Where it stands and what it says: `host › src/login/login.test.tsx › signs in`. */
  name: string
  state: 'passed' | 'failed' | 'skipped'
  ms: number
  /** Where what the browser did was recorded. */
  trace?: string
}

/** The slowest tests, slowest first, a line each. */
export function describeSlowest(outcomes: Outcome[], count = 10): string {
  const slowest = outcomes.toSorted((a, b) => b.ms - a.ms).slice(0, count)
  const lines = slowest.map(({ name, ms }) => `${seconds(ms).padStart(8)}  ${name}`)
  return ['slowest tests', ...lines].join('\n')
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
