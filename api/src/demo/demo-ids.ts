import { createHash } from 'node:crypto'

import { idPrefixes, type IdKind } from '@errand/contract/ids'
import { ulid } from 'ulid'

import { Random } from './random.ts'

/** Gives ids that sort by the moment they are given for. */
export type MakeId = (kind: IdKind, at: Date) => string

/** The same ids for the same account; another account, or another day, has other ones. */
export function createIds(account: string): MakeId {
  const random = new Random(createHash('sha256').update(account).digest().readUInt32BE())
  return (kind, at) => `${idPrefixes[kind]}_${ulid(at.getTime(), random.next)}`
}
