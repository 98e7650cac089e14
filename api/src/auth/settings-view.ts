import { defaultPreferences } from '@errand/contract/default-preferences'
import type { Preferences, Settings } from '@errand/contract/settings'

import type { StoredPreferences } from '../database/tables/users.ts'
import type { SecretName } from '../secrets/secrets.repo.ts'
import type { UserRow } from './auth.repo.ts'

/** Which of the owner's secrets are stored; what they are is never answered. */
type SecretNames = ReadonlySet<SecretName>

/** What the owner chose, with the defaults where he did not. */
export function toPreferences(stored: StoredPreferences): Preferences {
  const sections = Object.entries(defaultPreferences).map(([name, defaults]) => [
    name,
    { ...defaults, ...stored[name as keyof Preferences] },
  ])
  return Object.fromEntries(sections) as Preferences
}

/** The settings as the contract shows them. */
export function toSettings(
  row: UserRow,
  secrets: SecretNames,
  { webhookUrl, inboxPort }: { webhookUrl: string; inboxPort: number | undefined },
): Settings {
  const preferences = toPreferences(row.preferences)
  const { lastSmtpTest = null, channel } = row.findings
  return {
    ...preferences,
    version: row.settingsVersion,
    smtp: {
      ...preferences.smtp,
      passwordSet: secrets.has('smtp_password'),
      lastTest: lastSmtpTest,
      ...(inboxPort !== undefined && {
        localInbox: { host: 'localhost', port: inboxPort, security: 'none' },
      }),
    },
    whatsapp: {
      ...preferences.whatsapp,
      accessTokenSet: secrets.has('whatsapp_access_token'),
      appSecretSet: secrets.has('whatsapp_app_secret'),
      webhookUrl,
      verifyToken: row.webhookToken,
      status: channel?.status ?? 'not_connected',
      lastInboundAt: channel?.lastInboundAt ?? null,
      lastError: channel?.lastError ?? null,
    },
    assistant: { ...preferences.assistant, signingSecret: row.signingSecret },
  }
}
