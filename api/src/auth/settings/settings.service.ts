import type { UpdateSettingsInput, User } from '@errand/contract/auth'
import type { SettingsChange } from '@errand/contract/settings'

import type { Queries } from '../../database/database.ts'
import { publishEvent } from '../../events/publish-event.ts'
import { versionConflict, type Precondition } from '../../http/if-match.ts'
import { requireMailPort } from '../../mail/require-mail-port.ts'
import { writeSecret } from '../../secrets/secrets.repo.ts'
import type { Services } from '../../services.ts'
import { lockUser, updateUser, type UserRow } from '../auth.repo.ts'
import { present } from '../present.ts'
import { toPreferences } from '../settings-view.ts'
import { profileView, toUser } from '../user-view.ts'
import { changePreferences } from './change-preferences.ts'
import { channelAfterChange } from './channel-finding.ts'
import { requireWritable } from './require-writable.ts'

type Stores = Pick<Services, 'database' | 'queue' | 'secretBox' | 'publicUrl' | 'billing' | 'mail'>

interface Wanted {
  uid: string
  isWanted: Precondition
  input: UpdateSettingsInput
}

/** Changes what is given and keeps the rest; all of it or nothing. */
export function updateSettings(stores: Stores, { uid, isWanted, input }: Wanted): Promise<User> {
  const port = input.settings?.smtp?.port
  if (port !== undefined) requireMailPort(port, stores.mail, '#/settings/smtp/port')
  const view = profileView(stores)
  return stores.database.transaction(async (queries) => {
    const row = present(await lockUser(queries, uid))
    if (!isWanted(row.settingsVersion)) {
      const value = await toUser(queries, row, view)
      throw versionConflict({ version: row.settingsVersion, value })
    }
    const { name = row.name, email = row.email, settings = {} } = input
    const { columns, isChannelChanged } = await change(queries, stores, row, settings)
    const settingsVersion = row.settingsVersion + 1
    const updated = await updateUser(queries, row.id, { name, email, settingsVersion, ...columns })
    const user = await toUser(queries, updated, view)
    if (isChannelChanged) {
      const { status } = user.settings.whatsapp
      if (status === 'connecting') {
        await stores.queue.add(queries, 'channel.check', { ownerId: row.id })
      }
      const data = { status }
      await publishEvent(queries, { ownerId: row.id, type: 'channel.updated', data })
    }
    return user
  })
}

async function change(
  queries: Queries,
  { secretBox }: Stores,
  row: UserRow,
  settings: SettingsChange,
): Promise<{
  columns: Pick<UserRow, 'preferences' | 'findings'>
  isChannelChanged: boolean
}> {
  const { preferences, secrets, isMailChanged, isChannelChanged } = changePreferences(
    row.preferences,
    settings,
  )
  const after = toPreferences(preferences)
  requireWritable(settings, after)
  for (const secret of secrets)
    await writeSecret(queries, secretBox, { ownerId: row.id, ...secret })
  const { whatsapp } = after
  const findings = {
    ...row.findings,
    ...(isMailChanged && { lastSmtpTest: null }),
    ...(isChannelChanged && { channel: channelAfterChange(whatsapp, row.findings.channel) }),
  }
  return { columns: { preferences, findings }, isChannelChanged }
}
