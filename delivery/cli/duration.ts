import { InvalidArgumentError } from 'commander'

const secondsIn: Record<string, number> = { m: 60, h: 60 * 60, d: 24 * 60 * 60 }

/** A duration as it is typed, `30m`, `2h` or `7d`, in seconds. */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(text) ?? []
  const seconds = Number(count) * (secondsIn[unit] ?? Number.NaN)
  if (seconds >= 1) return seconds
  throw new InvalidArgumentError('A time is minutes, hours or days, such as 30m, 2h or 7d.')
}
