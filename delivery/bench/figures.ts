/** What was measured, and whether it is as it has to be. */
export interface Figure {
  name: string
  measured: string
  threshold: string
  isMet: boolean
}

/** Writes one line; the process fails at its end when a figure is missed. */
export function report({ name, measured, threshold, isMet }: Figure): void {
  if (!isMet) process.exitCode = 1
  const verdict = isMet ? 'ok' : 'MISSED'
  process.stdout.write(
    `${verdict.padEnd(6)} ${name.padEnd(11)} ${threshold.padEnd(24)} ${measured}\n`,
  )
}

/** The one in the middle. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
