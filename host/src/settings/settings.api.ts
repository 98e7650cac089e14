import {
  updateSettingsResponseSchema,
  type UpdateSettingsInput,
  type User,
} from '@errand/contract/auth'
import { api } from '@errand/shared-auth'

/** Saves what changed, unless somebody saved another version than `version` meanwhile. */
export async function updateSettings(input: UpdateSettingsInput, version: number): Promise<User> {
  const answer = api.put('auth/settings', {
    json: input,
    headers: { 'if-match': `"${version}"` },
  })
  return (await answer.json(updateSettingsResponseSchema)).user
}
