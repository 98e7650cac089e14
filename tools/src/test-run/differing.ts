import type { Counts } from './counts.ts'

/** One of several runs of the same tests. */
export interface Round {
  time: string
  counts: Counts
}

/** Each test that did not end alike in all rounds: in which it failed, and where that was recorded. */
export function describeDiffering(rounds: Round[]): string[] {
  const all = rounds.map(
    ({ counts }) => new Map(counts.outcomes.map((outcome) => [outcome.name, outcome])),
  )
  const names = new Set(all.flatMap((round) => [...round.keys()]))
  return [...names].flatMap((name) => {
    const states = all.map((round) => round.get(name)?.state ?? 'missing')
    if (new Set(states).size === 1) return []
    const traces = all.flatMap((round) => round.get(name)?.trace ?? [])
    const rows = states.map((state, index) => `round ${index + 1} ${state}`)
    return [[name, `    ${rows.join(', ')}`, ...traces.map((path) => `    ${path}`)].join('\n')]
  })
}
