import type { ActivityEntry } from '@errand/contract/activity'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import {
  call,
  change,
  inDays,
  limits,
  onPhone,
  ownersOf,
  path,
  phone,
  read,
  secret,
  signIn,
} from '../../../../test/activity-api.ts'
import { useTestApi } from '../../../../test/test-api.ts'
import { sweep } from '../../../app/worker/upkeep.ts'
import { activity } from '../../../platform/database/schema.ts'

const api = useTestApi({ limits })
const { onDevice, newOwner, anew, insertOldChat } = ownersOf(api)

test('the log keeps the deletion of an account until its data is purged', async () => {
  const owner = await newOwner()
  await call(onDevice(owner), 'DELETE', '/api/auth/account')
  const entries = () =>
    api.database.queries.select().from(activity).where(eq(activity.ownerId, owner.id))

  expect(await entries()).toContainEqual(
    expect.objectContaining({ kind: 'account_deleted', ...onPhone }),
  )
  await sweep(api, inDays(31))
  expect(await entries()).toEqual([])
})

test('the log is paged, newest first, filtered by group, and shows only the owner’s entries', async () => {
  const owner = await newOwner()
  await call(await newOwner(), 'POST', '/api/auth/calendar')
  for (const months of [3, 4, 5]) await change(owner, { inbox: { retentionMonths: months } })
  await call(owner, 'POST', '/api/auth/calendar')

  const first = await call(owner, 'GET', `${path}?limit=2`)
  const second = await call(owner, 'GET', `${path}?limit=2&cursor=${first.nextCursor}`)
  const third = await call(owner, 'GET', `${path}?limit=2&cursor=${second.nextCursor}`)

  const kinds = [first, second, third].flatMap(({ items }) =>
    items.map(({ kind, detail }: ActivityEntry) => [kind, detail.after]),
  )
  expect(kinds).toEqual([
    ['calendar_link_made', undefined],
    ['retention_changed', 5],
    ['retention_changed', 4],
    ['retention_changed', 3],
    ['signed_in', undefined],
  ])
  expect(third.nextCursor).toBeNull()
  expect(await read(owner, '&group=connections')).toMatchObject([{ kind: 'calendar_link_made' }])
  expect((await owner.call('GET', `${path}?group=other`)).status).toBe(422)
})

test('a repeated change is logged 200 times at most and does not hide others', async () => {
  const owner = await newOwner()
  const me = onDevice(owner)
  const smtp = (settings: object) => change(me, { smtp: settings })
  await smtp({ enabled: true, host: 'smtp.shop.in', username: 'asha', password: secret })
  const detail = { name: 'smtp.shop.in' }
  const many = Array.from({ length: 199 }, (_, index) => ({
    id: `${owner.id}-${index}`,
    ownerId: owner.id,
    at: new Date(),
    kind: 'mail_connection_changed' as const,
    detail,
    ...onPhone,
  }))
  await api.database.queries.insert(activity).values(many)
  const countOf = async (name: string) => {
    const file = await owner.call('GET', `${path}/export`)
    return (
      file.body.split(`mail_connection_changed,Chrome on Android,192.0.2.7,name: ${name}`).length -
      1
    )
  }

  for (const port of [465, 587, 465]) await smtp({ port })
  expect(await countOf('smtp.shop.in')).toBe(200)
  await smtp({ host: 'mail.intruder.example' })
  expect(await countOf('mail.intruder.example')).toBe(1)
  await change(onDevice(owner, { ...phone, id: 'b'.repeat(22), userAgent: '' }), {
    smtp: { host: 'smtp.shop.in' },
  })
  const [latest] = await read(owner, '&group=connections')
  expect(latest).toMatchObject({ kind: 'mail_connection_changed', detail, actor: { device: '' } })
})

test('at most two thousand entries of a kind are kept a day', async () => {
  const owner = await newOwner()
  const many = Array.from({ length: 2_000 }, (_, index) => ({
    id: `${owner.id}-${index}`,
    ownerId: owner.id,
    at: new Date(),
    kind: 'calendar_link_made' as const,
    detail: { name: `Browser ${index}` },
  }))
  await api.database.queries.insert(activity).values(many)

  await call(onDevice(owner), 'POST', '/api/auth/calendar')
  await call(onDevice(owner), 'DELETE', '/api/auth/calendar')

  const [latest, before] = await read(owner, '&group=connections')
  expect(latest).toMatchObject({ kind: 'calendar_link_ended' })
  expect(before?.detail.name).toMatch(/^Browser/)
})

test('an entry is kept for a year', async () => {
  const owner = await newOwner()
  const isKept = async () => (await read(anew(owner), '&group=connections')).length > 0
  await call(owner, 'POST', '/api/auth/calendar')

  await sweep(api, inDays(364))
  expect(await isKept()).toBe(true)
  await sweep(api, inDays(366))
  expect(await isKept()).toBe(false)
})

test('the log is exported as CSV with device, address and details', async () => {
  const owner = await newOwner()
  await change(onDevice(owner), { inbox: { retentionMonths: 3 } })
  await insertOldChat(owner)
  await sweep(api, inDays(0))

  const file = await owner.call('GET', `${path}/export`)

  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('content-disposition')).toMatch(/activity-\d{4}-\d\d-\d\d\.csv$/)
  expect(file.body).toContain('Time,Time UTC,What,Device,Address,Details\r\n')
  const changed = 'retention_changed,Chrome on Android,192.0.2.7,"before: 12, after: 3"'
  expect(file.body).toContain(changed)
  expect(file.body).toContain('chats_deleted,Errand,,count: 1')
  const filtered = await owner.call('GET', `${path}/export?group=deletions`)
  expect(filtered.body).toContain('chats_deleted')
  expect(filtered.body).not.toContain('retention_changed')
})

test('the operator’s log names the owner of each request, also of a refused one', async () => {
  const owner = await newOwner()
  const lines = () =>
    api.log
      .splice(0)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
  await signIn(owner)
  const ended = onDevice(owner)
  await signIn(ended)
  await call(owner, 'DELETE', '/api/auth/sign-ins')
  // Every process is told by the database.
  await vi.waitFor(async () => expect((await ended.call('GET', '/api/jobs')).status).toBe(401))
  lines()

  await signIn(owner)
  await ended.call('GET', '/api/jobs')
  await api.onDevice(owner, { signedInAgo: 700 }).call('GET', '/api/auth/export')
  await api.request('/api/jobs')
  expect(lines()).toMatchObject([
    { route: '/api/auth/profile', status: 200, ownerId: owner.id },
    { status: 401, ownerId: owner.id },
    { route: '/api/auth/export', status: 403, ownerId: owner.id },
    { status: 401 },
  ])
  let last = await owner.call('GET', '/api/jobs')
  while (last.status === 200) last = await owner.call('GET', '/api/jobs')
  expect(lines().at(-1)).toMatchObject({ status: 429, ownerId: owner.id })
})
