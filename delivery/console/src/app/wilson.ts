const z = 1.96

/** Between which shares the true one is. */
export interface Interval {
  low: number
  high: number
}

/** The 95 % interval of a share of which `part` of `all` were seen, by Wilson. */
export function wilsonInterval(part: number, all: number): Interval | null {
  if (all === 0) return null
  const share = part / all
  const scale = 1 + z ** 2 / all
  const center = (share + z ** 2 / (2 * all)) / scale
  const reach = (z / scale) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))
  // Rounding must not lead out of what a share can be.
  return { low: Math.max(0, center - reach), high: Math.min(1, center + reach) }
}
