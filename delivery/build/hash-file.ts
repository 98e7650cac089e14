import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file's SHA-384, as the integrity attribute writes it. */
export const hashOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`
