import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { releaseFileName, releaseSchema, type Release } from './release.ts'

/** The release that lies in this folder, or nothing when no finished build does. */
export function readRelease(directory: string): Release | undefined {
  const file = join(directory, releaseFileName)
  if (!existsSync(file)) return undefined
  const release = releaseSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return release.data
}
