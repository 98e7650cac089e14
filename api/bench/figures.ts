/** What was measured, and whether it is as it has to be. */
interface Figure {
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
    `${verdict.padEnd(6)} ${name.padEnd(22)} ${threshold.padEnd(26)} ${measured}\n`,
  )
}

/** The value below which that share of them is. */
export function quantile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((one, other) => one - other)
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))] ?? Number.NaN
}

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`
