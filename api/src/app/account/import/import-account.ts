import { isDeepStrictEqual } from 'node:util'

import type { AddedByImport } from '@errand/contract/auth'
import { defaultPreferences } from '@errand/contract/default-preferences'
import { searchTextOf } from '@errand/contract/search-text'
import { eq } from 'drizzle-orm'

import { updateUser } from '../../../modules/account/account.repo.ts'
import { contactWords, searchWordsText } from '../../../modules/chats/search/search-words.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import * as schema from '../../../platform/database/schema.ts'
import { publishEvents } from '../../../platform/events/events.repo.ts'
import { addChats } from './import-chats.ts'
import { addJobs } from './import-jobs.ts'
import { place, type Importing } from './place-rows.ts'

/**
 * Adds what an export holds to an account that is locked, and changes nothing that is there: a job, a
 * contact or a chat that the account has already stays as it is, with all that belongs to it. Nothing is
 * sent, queued or charged.
 */
export async function importAccount(importing: Importing): Promise<AddedByImport> {
  const { queries, ownerId, file } = importing
  const jobs = await addJobs(importing)
  const forms = await place(importing, { kind: 'form', table: schema.forms, items: file.forms }, [
    [schema.forms.jobId, ({ jobId }) => jobs.idOf(jobId)],
  ])
  await insertRows(queries, schema.forms, forms.added, (form) => ({
    ...form,
    id: forms.idOf(form.id),
    ownerId,
    jobId: jobs.idOf(form.jobId),
    searchText: searchTextOf(form.name),
  }))
  const contacts = await place(
    importing,
    { kind: 'contact', table: schema.contacts, items: file.contacts },
    [
      [schema.contacts.phoneNumber, ({ phoneNumber }) => phoneNumber],
      [schema.contacts.userId, ({ userId }) => userId],
    ],
  )
  await insertRows(queries, schema.contacts, contacts.added, (contact) => {
    const { phoneNumber = null } = contact
    const searchWords = searchWordsText(ownerId, contactWords({ ...contact, phoneNumber }))
    return { ...contact, id: contacts.idOf(contact.id), ownerId, searchWords }
  })
  const added = await addChats(importing, { jobs, forms, contacts })
  const settings = await addSettings(importing)
  return { jobs: jobs.added.length, contacts: contacts.added.length, ...added, settings }
}

/** Takes over the settings that the owner has not chosen here; returns how many. */
async function addSettings({ queries, ownerId, file }: Importing): Promise<number> {
  const [user] = await queries.select().from(schema.users).where(eq(schema.users.id, ownerId))
  if (user === undefined) throw new Error(`No account ${ownerId}`)
  let count = 0
  const preferences: Record<string, Record<string, unknown>> = { ...user.preferences }
  for (const [section, values] of Object.entries(file.profile.settings)) {
    const defaults: Record<string, unknown> = Reflect.get(defaultPreferences, section)
    const news = Object.entries(values).filter(
      ([name, value]) =>
        preferences[section]?.[name] === undefined && !isDeepStrictEqual(value, defaults[name]),
    )
    count += news.length
    if (news.length > 0)
      preferences[section] = { ...preferences[section], ...Object.fromEntries(news) }
  }
  if (count === 0) return 0
  const settingsVersion = user.settingsVersion + 1
  await updateUser(queries, ownerId, { preferences, settingsVersion })
  await publishEvents(queries, ownerId, [
    { type: 'settings.updated', data: { version: settingsVersion } },
  ])
  return count
}
