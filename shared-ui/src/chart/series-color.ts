import type { Series } from './chart.tsx'

/** The colour of a series, the same in the drawing and in its legend. */
export const seriesColor = ({ color }: Series, index: number): string =>
  `var(--series-${color ?? index + 1})`
