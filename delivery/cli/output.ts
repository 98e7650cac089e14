/** Where a command says what it found: the answer on stdout, the way there on stderr. */
export interface Output {
  progress: (text: string) => void
  /** The answer, for people or as JSON. */
  result: (value: unknown, text: string) => void
}

/** Where text goes. */
interface Writable {
  write: (text: string) => unknown
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

/** A moment as people read it: `2026-11-21 09:46 UTC`. */
export const moment = (iso: string | null): string =>
  iso === null ? '' : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
