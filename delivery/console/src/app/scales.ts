import { linearPosition, type Formats, type Scale } from '@errand/shared-ui'

/** Small shares from nothing, high ones up to the whole, so that differences can be seen. */
export const shareScale = ({ number }: Formats): Scale => ({
  ticks: (values) => {
    const bottom = [0.9, 0.5].find((from) => Math.min(...values, 1) >= from) ?? 0
    const highest = Math.max(...values, 0)
    const top = [0.01, 0.1, 0.5].find((to) => to > bottom && highest <= to) ?? 1
    return [0, 1, 2, 3, 4].map((step) => bottom + (step * (top - bottom)) / 4)
  },
  position: linearPosition,
  format: (share) => number(share, { style: 'percent', maximumFractionDigits: 2 }),
})

const minTop = 100
const maxTicks = 5

/** Powers of ten: evidence multiplies. */
export const powerScale = ({ number }: Formats): Scale => ({
  ticks: (values) => {
    const top = Math.ceil(Math.log10(Math.max(...values, minTop)))
    const step = Math.ceil(top / maxTicks)
    const count = Math.ceil(top / step)
    return Array.from({ length: count + 1 }, (_, power) => 10 ** (power * step))
  },
  // Below 1 nothing speaks against the candidate.
  position: (value, ticks) => Math.log10(Math.max(1, value)) / Math.log10(ticks.at(-1) ?? minTop),
  format: (evidence) => number(evidence, { maximumSignificantDigits: 3, notation: 'compact' }),
})
