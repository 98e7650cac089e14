import { InvalidArgumentError } from 'commander'

import { fullWeight } from '../rollouts/channel.ts'

/** A command's output: the result on stdout, progress on stderr. */
export interface Output {
  progress: (text: string) => void
  /** The result, for people or as JSON. */
  result: (value: unknown, text: string) => void
  /** Before a result that takes the place of the one before: a terminal is cleared. */
  startAgain: () => void
}

/** A stream for text. */
interface Writable {
  write: (text: string) => unknown
  isTTY?: boolean
}

/** The two streams of a command. */
export interface Streams {
  stdout: Writable
  stderr: Writable
}

/** Writes to the terminal. */
export const createOutput = ({ stdout, stderr }: Streams, isJson: boolean): Output => ({
  progress: (text) => void stderr.write(`${text}\n`),
  result: (value, text) => void stdout.write(`${isJson ? JSON.stringify(value, null, 2) : text}\n`),
  startAgain: () => void stdout.write(stdout.isTTY ? '\u001B[2J\u001B[H' : '\n'),
})

/** Rows below a heading, in aligned columns. */
export function table(heading: string[], rows: string[][]): string {
  const lines = [heading, ...rows]
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A moment in readable form: `2026-11-21 09:46 UTC`. */
export const formatMoment = (iso: string | null): string =>
  iso === null ? '' : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** The exit codes of the command. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  conflict: 4,
  failed: 5,
} as const

/** Why a command fails: one sentence, and what to do about it. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(kind: Exclude<keyof typeof exitCodes, 'done'>, message: string) {
    super(message)
    this.exitCode = exitCodes[kind]
  }
}

/** A typed share, `5%` or `0.5`, as a weight. */
export function parseShare(text: string): number {
  const percent = /^(\d{1,3}(?:\.\d{1,3})?)\s*%?$/.exec(text.trim())?.[1]
  const weight = Math.round((Number(percent) / 100) * fullWeight)
  if (percent === undefined || weight > fullWeight) {
    throw new InvalidArgumentError('A share is a percentage from 0% to 100%, such as 5%.')
  }
  return weight
}

const secondsIn: Record<string, number> = { s: 1, m: 60, h: 60 * 60, d: 24 * 60 * 60 }

/** A typed duration, `30s`, `5m`, `2h` or `7d`, in seconds. */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? []
  const seconds = Number(count) * (secondsIn[unit] ?? Number.NaN)
  if (seconds >= 1) return seconds
  throw new InvalidArgumentError(
    'A time is seconds, minutes, hours or days, such as 30s, 5m, 2h or 7d.',
  )
}
