import { findUser } from '../src/auth/auth.repo.ts'
import type { Queries } from '../src/database/database.ts'
import type { Person } from './test-api.ts'

/** The id of somebody's account; '' without a profile. */
export async function ownerIdOf(
  { database }: { database: { queries: Queries } },
  { uid }: Pick<Person, 'uid'>,
): Promise<string> {
  return (await findUser(database.queries, uid))?.id ?? ''
}
