import { defaultPreferences } from '@errand/contract/default-preferences'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../../test/test-api.ts'
import { users } from '../../platform/database/schema.ts'

const api = useTestApi()

test('new alerts have their defaults for owners with saved choices', async () => {
  const person = await api.newOwner()
  const email = { handoff: false, lowBalance: true } as never
  await api.database.queries
    .update(users)
    .set({ preferences: { notifications: { email } } })
    .where(eq(users.id, person.id))

  const { notifications } = (await person.call('GET', '/api/auth/profile')).body.user.settings

  expect(notifications.email).toEqual({
    ...defaultPreferences.notifications.email,
    handoff: false,
  })
})
