import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startS3Server } from './s3-server.ts'

/** A store of files, and what a test does with it from outside. */
export interface TestFileStore {
  /** The settings by which the api finds it. */
  environment: NodeJS.ProcessEnv
  /** How many files and parts of unfinished ones it has. */
  count: () => Promise<number>
  /** From now on it refuses everything. */
  fail: () => Promise<void>
  mend: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts each kind of store. */
export const fileStores: Record<string, () => Promise<TestFileStore>> = {
  directory: async () => {
    const directory = join(tmpdir(), `errand-files-${randomUUID()}`)
    const away = `${directory}.away`
    return {
      environment: { FILES_DIR: directory },
      count: async () => {
        const entries = await readdir(directory, { recursive: true, withFileTypes: true })
        return entries.filter((entry) => entry.isFile()).length
      },
      fail: async () => {
        await rename(directory, away)
        await writeFile(directory, 'no directory')
      },
      mend: async () => {
        await rm(directory)
        await rename(away, directory)
      },
      stop: async () => {
        for (const path of [directory, away]) await rm(path, { recursive: true, force: true })
      },
    }
  },
  bucket: async () => {
    const server = await startS3Server()
    return {
      environment: server.environment,
      count: async () => server.objects.size + server.uploads.size,
      fail: async () => {
        server.isFailing = true
      },
      mend: async () => {
        server.isFailing = false
      },
      stop: () => server.stop(),
    }
  },
}
