import { linearPosition, type Formats, type Interval, type Scale } from '@errand/shared-ui'

/** Shares of visitors: small ones from nothing up to a little more than they are. */
export const shareScale = (formats: Formats): Scale => percentScale(formats, [])

/** Shares of good pages, which are high: from nearly the whole, so that differences can be seen. */
export const rateScale = (formats: Formats): Scale => percentScale(formats, [0.9, 0.5])

const percentScale = ({ number }: Formats, bottoms: readonly number[]): Scale => ({
  ticks: (values) => {
    const bottom = bottoms.find((from) => Math.min(...values, 1) >= from) ?? 0
    const highest = Math.max(...values, 0)
    const top = [0.01, 0.1, 0.5].find((to) => to > bottom && highest <= to) ?? 1
    return [0, 1, 2, 3, 4].map((step) => bottom + (step * (top - bottom)) / 4)
  },
  position: linearPosition,
  format: (share) => number(share, { style: 'percent', maximumFractionDigits: 2 }),
})

/** Powers of ten, as evidence multiplies; 1 and less, and a thousand and more, say the same. */
export const evidenceScale = ({ number }: Formats): Scale => ({
  ticks: () => [1, 10, 100, 1000],
  position: (value) => Math.log10(Math.min(1000, Math.max(1, value))) / 3,
  format: (evidence) => number(evidence, { maximumSignificantDigits: 3 }),
})

const z = 1.96

/** Between which shares the true one is, at 95 %, if `part` of `all` were seen; by Wilson. */
export function wilsonInterval(part: number, all: number): Interval | null {
  if (all === 0) return null
  const share = part / all
  const scale = 1 + z ** 2 / all
  const center = (share + z ** 2 / (2 * all)) / scale
  const reach = (z / scale) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))
  // Rounding must not lead out of what a share can be.
  return [Math.max(0, center - reach), Math.min(1, center + reach)]
}
