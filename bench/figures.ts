import { expect } from 'playwright/test'

interface Figure {
  measured: string
  limit: string
  isMet: boolean
}

/** Prints one line, and fails the run at its end if a figure is missed. */
export function report(name: string, { measured, limit, isMet }: Figure): void {
  const verdict = isMet ? 'ok' : 'MISSED'
  process.stdout.write(`\n${verdict.padEnd(6)} ${name.padEnd(18)} ${measured} (${limit})\n`)
  expect.soft(isMet, `${name}: ${measured}, has to be ${limit}`).toBe(true)
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((one, other) => one - other)
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))] ?? Number.NaN
}

type Measure = () => Promise<number>

/**
 * Runs both in turns, so that other load affects both: returns the median ratio of five rounds
 * after a warm-up, with both medians.
 */
export async function compare(ours: Measure, theirs: Measure, rounds = 5) {
  const measured: { our: number; their: number }[] = []
  for (let round = -1; round < rounds; round += 1) {
    const [our, their] = [await ours(), await theirs()]
    if (round >= 0) measured.push({ our, their })
  }
  const middle = (pick: (one: (typeof measured)[number]) => number) =>
    quantile(measured.map(pick), 0.5)
  return {
    ratio: middle(({ our, their }) => our / their),
    our: middle(({ our }) => our),
    their: middle(({ their }) => their),
  }
}

/** The median duration in milliseconds. */
export const millisecondsOf = (work: () => Promise<unknown>, times: number) => async () => {
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return quantile(taken, 0.5)
}

/** Processes all items, a number of them at a time; returns how many per second. */
export async function perSecond<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  atOnce = 16,
): Promise<number> {
  const waiting = items.values()
  const start = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
  return items.length / ((performance.now() - start) / 1000)
}
