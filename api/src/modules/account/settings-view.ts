import type { User } from '@errand/contract/auth'
import { defaultPreferences } from '@errand/contract/default-preferences'
import type { Preferences, Settings } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { users } from '../../platform/database/schema.ts'
import type { Findings, StoredPreferences } from '../../platform/database/tables/users.ts'
import type { MailRules } from '../../platform/mail/mail-host.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { findSecretNames, type SecretName } from '../../platform/secrets/secrets.repo.ts'
import { openSigningSecret, type UserRow } from './account.repo.ts'

/** Which of the owner's secrets are stored; their values are never sent. */
type SecretNames = ReadonlySet<SecretName>

/** What the owner chose, with the defaults for the rest. */
export function toPreferences(stored: StoredPreferences): Preferences {
  const sections = Object.entries(defaultPreferences).map(([name, defaults]) => [
    name,
    { ...defaults, ...stored[name as keyof Preferences] },
  ])
  const preferences = Object.fromEntries(sections) as Preferences
  const { notifications } = preferences
  const { email, push } = defaultPreferences.notifications
  return {
    ...preferences,
    notifications: {
      ...notifications,
      // What was stored before a kind of alert existed does not name it.
      email: { ...email, ...notifications.email },
      push: { ...push, ...notifications.push },
    },
  }
}

type ChannelHealth = Findings['channel']

/** The health of a number before its first check. */
export const unknownChannelHealth: ChannelHealth = {
  status: 'not_connected',
  lastInboundAt: null,
  lastError: null,
}

/** The health of a number now: a temporary problem ends at `until`. */
export function currentHealth(
  channel: ChannelHealth = unknownChannelHealth,
  now: Date = new Date(),
): ChannelHealth {
  const { until, ...health } = channel
  if (until === undefined || new Date(until) > now || health.status !== 'degraded') return channel
  // A number without `connectedAt` is a simulated one.
  const status = health.connectedAt === undefined ? 'not_connected' : 'connected'
  return { ...health, status, lastError: null }
}

/** The settings as the contract shows them. */
function toSettings(row: UserRow, secrets: SecretNames, view: ProfileContext): Settings {
  const preferences = toPreferences(row.preferences)
  const { lastSmtpTest = null } = row.findings
  const { status, lastInboundAt, lastError } = currentHealth(row.findings.channel)
  return {
    ...preferences,
    version: row.settingsVersion,
    smtp: {
      ...preferences.smtp,
      passwordSet: secrets.has('smtp_password'),
      lastTest: lastSmtpTest,
      ...(view.mail.inboxPort !== undefined && {
        localInbox: { host: 'localhost', port: view.mail.inboxPort, security: 'none' },
      }),
    },
    whatsapp: {
      ...preferences.whatsapp,
      accessTokenSet: secrets.has('whatsapp_access_token'),
      appSecretSet: secrets.has('whatsapp_app_secret'),
      webhookUrl: `${view.publicUrl}/api/webhooks/whatsapp`,
      chatLink: chatLinkOf(row.id, preferences.whatsapp, view),
      ...(view.signup !== undefined && { signup: view.signup }),
      verifyToken: row.webhookToken,
      status,
      lastInboundAt,
      lastError,
    },
    assistant: { ...preferences.assistant, signingSecret: shownSigningSecret(view.secretBox, row) },
  }
}

/** Empty where the key was lost: that must keep no owner out of the settings. */
function shownSigningSecret(box: SecretBox, row: UserRow): string {
  try {
    return openSigningSecret(box, row)
  } catch {
    return ''
  }
}

/** Opens a chat with the owner's number, or with the simulated one on a developer's machine. */
function chatLinkOf(
  ownerId: string,
  { provider, displayPhone }: Preferences['whatsapp'],
  { phonePage, isGraphSimulated = false }: ProfileContext,
): string {
  const digits = displayPhone.replaceAll(/\D/g, '')
  if (provider === 'cloud_api' && !isGraphSimulated)
    return digits === '' ? '' : `https://wa.me/${digits}`
  return phonePage === undefined ? '' : `${phonePage}?business=${ownerId}`
}

/** What the owner chose, with the defaults for the rest. */
export async function readPreferences(queries: Queries, ownerId: string): Promise<Preferences> {
  const [row] = await queries
    .select({ preferences: users.preferences })
    .from(users)
    .where(eq(users.id, ownerId))
  return toPreferences(row?.preferences ?? {})
}

/** What a profile shows about the deployment. */
export interface ProfileContext {
  /** Where people and providers reach the product, without a slash at the end. */
  publicUrl: string
  mail: MailRules
  secretBox: SecretBox
  /** The page with the simulated phones; on a developer's machine only. */
  phonePage?: string | undefined
  /** Whether connected numbers are simulated ones as well. */
  isGraphSimulated?: boolean | undefined
  signup?: Settings['whatsapp']['signup']
  billing: { prices: { trialDays: number } }
}

/** The signed-in person as the contract shows them. */
export async function toUser(queries: Queries, row: UserRow, view: ProfileContext): Promise<User> {
  const secrets = await findSecretNames(queries, row.id)
  return {
    id: row.id,
    uid: row.uid,
    phoneNumber: row.phoneNumber,
    email: row.email,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    settings: toSettings(row, secrets, view),
    trial: trialOf(row.trialStartedAt ?? row.createdAt, view.billing.prices.trialDays),
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** The trial that started at that moment. */
export function trialOf(startedAt: Date, trialDays: number, now: Date = new Date()): User['trial'] {
  const endsAt = new Date(startedAt.getTime() + trialDays * dayMs)
  const leftMs = Math.max(0, endsAt.getTime() - now.getTime())
  return {
    startedAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    daysLeft: Math.ceil(leftMs / dayMs),
    active: leftMs > 0,
  }
}
