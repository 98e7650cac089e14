import { quantile, report } from './figures.ts'

/** How long something takes each time, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Both in turns, so that whatever else the machine does meets both. */
async function inTurns(
  rounds: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<{ one: number[]; other: number[] }> {
  const measured = { one: [] as number[], other: [] as number[] }
  const warmups = Math.ceil(rounds / 10)
  for (let round = -warmups; round < rounds; round += 1) {
    const [first, second] = [await timed(one), await timed(other)]
    if (round < 0) continue
    measured.one.push(first)
    measured.other.push(second)
  }
  return measured
}

/** The same question on the small and on the large database: the slowest but for one in twenty. */
export async function measureGrowth(
  name: string,
  {
    small,
    large,
    rounds,
  }: { small: () => Promise<void>; large: () => Promise<void>; rounds: number },
): Promise<void> {
  const { one, other } = await inTurns(rounds, small, large)
  const [before, after] = [quantile(one, 0.95), quantile(other, 0.95)]
  report({
    name,
    threshold: 'p95 ≤ 2 × that of small',
    measured: `${(after / before).toFixed(2)} × (${after.toFixed(1)} ms, ${before.toFixed(1)} ms)`,
    isMet: after <= 2 * before,
  })
}

/** A whole request and the question at its heart. */
export async function measureCost(
  name: string,
  {
    request,
    question,
    rounds,
  }: { request: () => Promise<unknown>; question: () => Promise<unknown>; rounds: number },
): Promise<void> {
  const { one, other } = await inTurns(rounds, request, question)
  const [whole, bare] = [quantile(one, 0.5), quantile(other, 0.5)]
  report({
    name,
    threshold: '≤ 3 × the bare query',
    measured: `${(whole / bare).toFixed(2)} × (${whole.toFixed(2)} ms, ${bare.toFixed(2)} ms)`,
    isMet: whole <= 3 * bare,
  })
}
