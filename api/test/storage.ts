import {
  makeEmptyStorage as makeEmptyStorageOf,
  makeStorage as makeStorageOf,
  type Storage as StorageOf,
} from '@errand/database/testing'

import { definition } from '../src/platform/database/definition.ts'
import type * as schema from '../src/platform/database/schema.ts'

/** A database of one's own for the api's data. */
export type Storage = StorageOf<typeof schema>

/** With all tables, and those of the queue. */
export const makeStorage = (): Promise<Storage> => makeStorageOf(definition)

/** As before the first start. */
export const makeEmptyStorage = (): Promise<Storage> => makeEmptyStorageOf(definition)
