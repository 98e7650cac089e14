import { isDeepStrictEqual } from 'node:util'

import type { Preferences, SettingsChange } from '@errand/contract/settings'

import type { StoredPreferences } from '../../database/tables/users.ts'
import { isSameMailAccount } from '../../mail/same-account.ts'
import type { SecretName } from '../../secrets/secrets.repo.ts'
import { toPreferences } from '../settings-view.ts'

/** What a change of the settings comes to. */
interface Change {
  /** Only what the owner chose: what he did not is the default, also when that changes. */
  preferences: StoredPreferences
  /** The secrets that are given, or forgotten by `null`. */
  secrets: { name: SecretName; value: string | null }[]
  /** What was found out of values that are others now says nothing any more. */
  isMailChanged: boolean
  isChannelChanged: boolean
}

type Section = keyof Preferences
type Values = Record<string, unknown>

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

/** The members that hold members of their own, which are merged as well. */
const nested = new Set(['business.hours', 'notifications.email'])

const secretNames: Record<string, SecretName> = {
  'smtp.password': 'smtp_password',
  'whatsapp.accessToken': 'whatsapp_access_token',
  'whatsapp.appSecret': 'whatsapp_app_secret',
}

/** Absent members stay as they are, section by section. */
export function changePreferences(stored: StoredPreferences, change: SettingsChange): Change {
  const before = toPreferences(stored)
  const preferences: Partial<Record<Section, Values>> = { ...stored }
  const secrets: Change['secrets'] = []
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
  }
}

function merge(path: string, before: unknown, asked: unknown): unknown {
  return nested.has(path) ? { ...(before as Values), ...defined(asked as Values) } : asked
}

function defined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
