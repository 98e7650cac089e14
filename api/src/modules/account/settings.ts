import { isDeepStrictEqual } from 'node:util'

import type { UpdateSettingsInput, User } from '@errand/contract/auth'
import { wrongEndOfPause } from '@errand/contract/opening-hours'
import type { Preferences, SettingsChange } from '@errand/contract/settings'

import type { Database, Queries } from '../../platform/database/database.ts'
import type { Findings, StoredPreferences } from '../../platform/database/tables/users.ts'
import { publishEvents } from '../../platform/events/events.repo.ts'
import type { Actor, Identity } from '../../platform/http/context.ts'
import { type Precondition, versionConflict } from '../../platform/http/etag.ts'
import { Problem } from '../../platform/http/problem.ts'
import { isSameMailAccount, requireMailPort } from '../../platform/mail/mail-host.ts'
import { isPrintable } from '../../platform/pdf/fonts.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { writeSecret, type SecretName } from '../../platform/secrets/secrets.repo.ts'
import { lockUser, requireProfile, updateUser, type UserRow } from './account.repo.ts'
import { type Activity, recordActivity } from './activity/activity.repo.ts'
import { newAddresses } from './new-addresses.ts'
import { requireRecentSignIn } from './require-owner.ts'
import { type ProfileContext, toPreferences, toUser } from './settings-view.ts'

interface SettingsServices extends ProfileContext {
  database: Database
  queue: Queue
  secretBox: SecretBox
}

interface SettingsUpdate {
  identity: Identity
  actor: Actor
  input: UpdateSettingsInput
  isExpectedVersion: Precondition
}

/** Changes what is given and keeps the rest; all of it or nothing. */
export function updateSettings(
  stores: SettingsServices,
  { identity, actor, input, isExpectedVersion }: SettingsUpdate,
): Promise<User> {
  const port = input.settings?.smtp?.port
  if (port !== undefined) requireMailPort(port, stores.mail, '#/settings/smtp/port')
  return stores.database.transaction(async (queries) => {
    const row = requireProfile(await lockUser(queries, identity.uid))
    if (!isExpectedVersion(row.settingsVersion)) {
      const value = await toUser(queries, row, stores)
      throw versionConflict({ version: row.settingsVersion, value })
    }
    const { name = row.name, email = row.email, settings = {} } = input
    const change = changePreferences(row.preferences, settings)
    const before = addressesOf(row.preferences)
    const addresses = [
      ...(email === row.email || email === '' ? [] : [email]),
      ...newAddresses(addressesOf(change.preferences), { own: row.email, before }),
    ]
    const isAlertedElsewhere = email !== row.email
    if (change.isSensitive || isAlertedElsewhere || addresses.length > 0)
      requireRecentSignIn(identity)
    requirePrintableNames(settings, toPreferences(change.preferences))
    const { columns, isChannelChanged } = await applyChange(queries, stores, row, change)
    for (const activity of listActivity(row.preferences, change, addresses))
      await recordActivity(queries, { ownerId: row.id, actor, ...activity })
    const settingsVersion = row.settingsVersion + 1
    const updated = await updateUser(queries, row.id, { name, email, settingsVersion, ...columns })
    const user = await toUser(queries, updated, stores)
    const { status } = user.settings.whatsapp
    if (isChannelChanged && status === 'connecting') {
      await stores.queue.add(queries, 'channel.check', { ownerId: row.id })
    }
    await publishEvents(queries, row.id, [
      { type: 'settings.updated', data: { version: settingsVersion } },
      ...(isChannelChanged ? [{ type: 'channel.updated', data: { status } } as const] : []),
    ])
    return user
  })
}

async function applyChange(
  queries: Queries,
  { secretBox }: SettingsServices,
  row: UserRow,
  { preferences, secrets, isMailChanged, isChannelChanged }: SettingsDiff,
): Promise<{
  columns: Pick<UserRow, 'preferences' | 'findings'>
  isChannelChanged: boolean
}> {
  for (const secret of secrets)
    await writeSecret(queries, secretBox, { ownerId: row.id, ...secret })
  const { whatsapp } = toPreferences(preferences)
  const findings = {
    ...row.findings,
    ...(isMailChanged && { lastSmtpTest: null }),
    ...(isChannelChanged && { channel: channelAfterChange(whatsapp, row.findings.channel) }),
  }
  return { columns: { preferences, findings }, isChannelChanged }
}

/** The result of merging a change into the stored settings. */
interface SettingsDiff {
  /** Only what the owner chose, so that a later change of a default applies to the rest. */
  preferences: StoredPreferences
  /** The secrets to save; `null` deletes one. */
  secrets: { name: SecretName; value: string | null }[]
  /** Whether earlier checks of the mail server no longer apply, as its settings changed. */
  isMailChanged: boolean
  isChannelChanged: boolean
  /** Whether it needs a recent sign-in: a secret is given, or messages or e-mails go another way. */
  isSensitive: boolean
}

type Section = keyof Preferences
type Values = Record<string, unknown>
type Hours = Preferences['business']['hours']
type HoursChange = NonNullable<NonNullable<SettingsChange['business']>['hours']>

const sections = [
  'business',
  'smtp',
  'whatsapp',
  'assistant',
  'notifications',
  'billing',
  'inbox',
  'ui',
] as const satisfies Section[]

/** Members that are objects and are merged member by member. */
const nested = new Set(['notifications.email', 'notifications.push'])

const secretNames: Record<string, SecretName> = {
  'smtp.password': 'smtp_password',
  'whatsapp.accessToken': 'whatsapp_access_token',
  'whatsapp.appSecret': 'whatsapp_app_secret',
}

/** What says which number is connected. */
const connection = ['provider', 'phoneNumberId', 'wabaId'] as const

/** Absent members stay as they are, section by section. */
function changePreferences(stored: StoredPreferences, change: SettingsChange): SettingsDiff {
  const before = toPreferences(stored)
  const preferences: Partial<Record<Section, Values>> = { ...stored }
  const secrets: SettingsDiff['secrets'] = []
  for (const section of sections) {
    const asked: Values = change[section] ?? {}
    const chosen: Values = { ...stored[section] }
    for (const [member, value] of Object.entries(asked)) {
      const secret = secretNames[`${section}.${member}`]
      if (value === undefined) continue
      if (secret !== undefined) secrets.push({ name: secret, value: value as string | null })
      else
        chosen[member] = merge(`${section}.${member}`, (before[section] as Values)[member], value)
    }
    if (Object.keys(chosen).length > 0) preferences[section] = chosen
  }
  const after = toPreferences(preferences)
  const isSensitive =
    secrets.length > 0 ||
    before.smtp.host !== after.smtp.host ||
    connection.some((member) => before.whatsapp[member] !== after.whatsapp[member])
  const isPasswordGiven = secrets.some(({ name }) => name === 'smtp_password')
  if (!isPasswordGiven && !isSameMailAccount(before.smtp, after.smtp)) {
    secrets.push({ name: 'smtp_password', value: null })
  }
  const isChanged = (section: 'smtp' | 'whatsapp') =>
    !isDeepStrictEqual(before[section], after[section]) ||
    secrets.some(({ name }) => name.startsWith(section))
  return {
    preferences,
    secrets,
    isMailChanged: isChanged('smtp'),
    isChannelChanged: isChanged('whatsapp'),
    isSensitive,
  }
}

function merge(path: string, before: unknown, asked: unknown): unknown {
  if (path === 'business.hours') return mergeHours(before as Hours, asked as HoursChange)
  return nested.has(path) ? { ...(before as Values), ...withoutUndefined(asked as Values) } : asked
}

/** A day that says nothing of its break keeps it as far as its hours allow; `null` ends it. */
function mergeHours(before: Hours, { days, ...others }: HoursChange): Values {
  const pauseOf = (day: number) => before.days.find((one) => one.day === day)?.pause
  const merged = days?.map(({ pause: asked, ...day }) => {
    const pause = asked === undefined ? pauseOf(day.day) : asked
    const isKept = pause && wrongEndOfPause({ ...day, pause }) === undefined
    return { ...day, ...(isKept && { pause }) }
  })
  return { ...before, ...withoutUndefined(others), days: merged ?? before.days }
}

function withoutUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

type Channel = Findings['channel']

/** The status of a number after its settings changed: a new check has to follow. */
function channelAfterChange(
  { provider, phoneNumberId, wabaId }: Preferences['whatsapp'],
  before: Channel | undefined,
): Channel {
  const isEmpty = provider === 'simulator' || (phoneNumberId === '' && wabaId === '')
  return {
    status: isEmpty ? 'not_connected' : 'connecting',
    lastInboundAt: before?.lastInboundAt ?? null,
    lastError: null,
  }
}

/** Where replies to e-mails go, by name of the sender or by themselves, and invoices. */
function addressesOf(stored: StoredPreferences): string[] {
  const { smtp, billing } = toPreferences(stored)
  return [smtp.fromEmail, smtp.replyTo, billing.invoiceEmail]
}

/** What the activity log says of a change: which connection or choice it was, and never a secret. */
function listActivity(
  stored: StoredPreferences,
  { preferences, secrets }: SettingsDiff,
  addresses: string[],
): Pick<Activity, 'kind' | 'detail'>[] {
  const [before, after] = [toPreferences(stored), toPreferences(preferences)]
  const { phoneNumberId, wabaId, displayPhone } = after.whatsapp
  const [monthsBefore, months] = [before.inbox.retentionMonths, after.inbox.retentionMonths]
  const isOn = after.assistant.enabled
  const isNumberChanged = connection.some((name) => before.whatsapp[name] !== after.whatsapp[name])
  const number = displayPhone || phoneNumberId || wabaId
  const changes: (readonly [isDone: boolean, Pick<Activity, 'kind' | 'detail'>])[] = [
    [isNumberChanged, { kind: 'whatsapp_number_changed', detail: { name: number } }],
    [secrets.some(({ name }) => name.startsWith('whatsapp')), { kind: 'whatsapp_secret_changed' }],
    [
      before.smtp.host !== after.smtp.host || secrets.some(({ name }) => name === 'smtp_password'),
      { kind: 'mail_connection_changed', detail: { name: after.smtp.host } },
    ],
    ...addresses.map(
      (email) =>
        [
          true,
          { kind: 'mail_connection_changed', detail: { name: after.smtp.host, email } },
        ] as const,
    ),
    [!isDeepStrictEqual(before.billing, after.billing), { kind: 'billing_details_changed' }],
    [before.assistant.enabled !== isOn, { kind: isOn ? 'assistant_on' : 'assistant_off' }],
    [
      monthsBefore !== months,
      { kind: 'retention_changed', detail: { before: monthsBefore, after: months } },
    ],
  ]
  return changes.filter(([isDone]) => isDone).map(([, activity]) => activity)
}

/** Refuses names and addresses in scripts that the fonts of invoices cannot print. */
function requirePrintableNames(
  { business, billing }: SettingsChange,
  after: Pick<Preferences, 'billing'>,
): void {
  const printed = {
    'billing/legalName': billing?.legalName,
    'billing/address': billing?.address,
    // The business name is printed where there is no legal name.
    ...(after.billing.legalName === '' && { 'business/name': business?.name }),
  }
  const errors = Object.entries(printed).flatMap(([path, text = '']) =>
    isPrintable(text)
      ? []
      : [
          {
            pointer: `#/settings/${path}`,
            code: 'unwritable_script',
            detail:
              'Invoices cannot show this script. Use Latin, Arabic, Hebrew or an Indian script.',
          },
        ],
  )
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}
