import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { logError } from './log.ts'

/** Keeps the text of the last good rollout document in a file. */
export function documentCache(file: string) {
  return {
    read(): string | undefined {
      try {
        return readFileSync(file, 'utf8')
      } catch {
        return undefined
      }
    },
    /** A disk that is full, or may not be written to, costs a start without the registry, no more. */
    write(text: string): void {
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(`${file}.partial`, text)
        renameSync(`${file}.partial`, file)
      } catch (error) {
        logError('rollout document not kept', error, { file })
      }
    },
  }
}
