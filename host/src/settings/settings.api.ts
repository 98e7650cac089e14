import {
  updateSettingsResponseSchema,
  userSchema,
  type UpdateSettingsInput,
  type User,
} from '@errand/contract/auth'
import { api, isApiError } from '@errand/shared-auth'

/** Saves what changed, unless somebody saved another version than `version` meanwhile. */
export async function updateSettings(input: UpdateSettingsInput, version: number): Promise<User> {
  const answer = api.put('auth/settings', {
    json: input,
    headers: { 'if-match': `"${version}"` },
  })
  return (await answer.json(updateSettingsResponseSchema)).user
}

/** What the api holds, when it refused because of that. */
export function currentCopy(error: unknown): User | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return userSchema.safeParse(error.problem?.meta?.['current']).data
}
