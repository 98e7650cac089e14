import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  makeEmptyStorage as makeEmptyStorageOf,
  makeStorage as makeStorageOf,
  type Storage as StorageOf,
} from '@errand/database/testing'

import { definition } from '../src/platform/database/definition.ts'
import type * as schema from '../src/platform/database/schema.ts'

/** A database and a folder of one's own for the api's data. */
export type Storage = StorageOf<typeof schema>

/** With all tables, and those of the queue. */
export const makeStorage = async (): Promise<Storage> => withFiles(await makeStorageOf(definition))

/** As before the first start. */
export const makeEmptyStorage = async (): Promise<Storage> =>
  withFiles(await makeEmptyStorageOf(definition))

function withFiles(storage: Storage): Storage {
  const directory = join(tmpdir(), `errand-files-${randomUUID()}`)
  return {
    ...storage,
    environment: { ...storage.environment, FILES_DIR: directory },
    remove: async () => {
      await storage.remove()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
