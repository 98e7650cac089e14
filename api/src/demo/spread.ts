import type { Random } from './random.ts'

/** So many whole numbers, none below `least`, of different sizes and with exactly that sum. */
export function spread(
  random: Random,
  { count, sum, least }: { count: number; sum: number; least: number },
): number[] {
  if (sum < count * least) throw new RangeError(`${sum} is too little for ${count} of ${least}`)
  // Squared: many are short and a few are long, as chats are.
  const weights = Array.from({ length: count }, () => 0.15 + random.next() ** 2)
  const total = weights.reduce((one, other) => one + other, 0)
  const free = sum - count * least
  let [weight, given] = [0, 0]
  // By the running sum: what rounding takes from one it gives to the next.
  return weights.map((own) => {
    weight += own
    const upTo = Math.round((free * weight) / total)
    const share = upTo - given
    given = upTo
    return least + share
  })
}
