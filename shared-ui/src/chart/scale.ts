/** How values are placed and written: counts from zero, unless a chart brings another scale. */
export interface Scale {
  /** The marked values, from the bottom to the top of the chart. */
  ticks: (values: readonly number[]) => readonly number[]
  /** Where a value stands: 0 at the bottom, 1 at the top. */
  position: (value: number, ticks: readonly number[]) => number
  format: (value: number) => string
}

/** A value's part of the way from the first tick to the last; an interval may reach further. */
export function linearPosition(value: number, marked: readonly number[]): number {
  const [bottom = 0] = marked
  return Math.min(1, Math.max(0, (value - bottom) / ((marked.at(-1) ?? 1) - bottom)))
}

/** Round whole numbers from zero to at least `highest`, about `count` of them. */
export function ticks(highest: number, count = 4): number[] {
  const top = Math.max(highest, 1)
  const rough = top / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power)
  // What is counted has no halves.
  const step = steps.find((one) => one >= rough && Number.isInteger(one)) ?? 1
  const values = [0]
  while ((values.at(-1) ?? 0) < top) values.push(values.length * step)
  return values
}
