export interface Series {
  name: string
  /** One for each label; null where there is none. */
  values: readonly (number | null)[]
  /** Between which values the true ones are. */
  intervals?: readonly (Interval | null)[]
  /** Which of `--series-1` to `--series-5`; without one, the position of the series counts. */
  color?: 1 | 2 | 3 | 4 | 5
}

/** The lowest and the highest value. */
export type Interval = readonly [low: number, high: number]

/** What happened at some of the labels, by their position. */
export interface Marks {
  /** What they are, for the table. */
  name: string
  texts: ReadonlyMap<number, string>
}

/** The colour of a series, the same in the drawing and in its legend. */
export const seriesColor = ({ color }: Series, index: number): string =>
  `var(--series-${color ?? index + 1})`
