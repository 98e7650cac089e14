import { existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** What a program writes, in a file of its own. */
export interface LogFile {
  path: string
  /** For the program's stdout and stderr; the file outlives whoever opened it. */
  descriptor: number
}

/** Begins a program's log; the log of the run before stays beside it. */
export function openLog(logsDir: string, name: string): LogFile {
  mkdirSync(logsDir, { recursive: true })
  const path = join(logsDir, `${name}.log`)
  if (existsSync(path)) renameSync(path, join(logsDir, `${name}.previous.log`))
  return { path, descriptor: openSync(path, 'a') }
}

/** The end of a log, for somebody who has to see why a program failed. */
export function lastLines({ path }: LogFile, count = 15): string {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines
    .slice(-count)
    .map((line) => `    ${line.slice(0, 500)}`)
    .join('\n')
}
