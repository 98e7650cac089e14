import { idPrefixes, type IdKind } from '@errand/contract/ids'
import { ulid } from 'ulid'

/** A new id of that kind; ids sort by the time they were made. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${ulid()}`
}
