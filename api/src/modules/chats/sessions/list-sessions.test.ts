import { attentions, type ChatSession } from '@errand/contract/chats/session'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { receive, receiveFrom, sendReply } from '../../../../test/chat-api.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { chatSessions } from '../../../platform/database/schema.ts'

const api = useTestApi()
const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()

async function list(owner: Person, query = '') {
  const { status, body } = await owner.call('GET', `/api/chats/sessions${query}`)
  expect(status).toBe(200)
  return body
}

const namesOf = ({ items }: { items: { contact: { name: string } }[] }) =>
  items.map(({ contact }) => contact.name)

async function readPages(owner: Person, query: string): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const position: string = cursor === null ? '' : `&cursor=${cursor}`
    const page = await list(owner, `?${query}${position}`)
    names.push(...namesOf(page))
    cursor = page.nextCursor
  } while (cursor !== null)
  return names
}

test('the list is sorted by activity, window or unread, and pages repeat no chat', async () => {
  const owner = await api.newOwner()
  const ids = await receiveFrom(owner, {
    Old: { at: hoursAgo(50) },
    Closing: { at: hoursAgo(23) },
    Open: { at: hoursAgo(2) },
    Older: { at: hoursAgo(70) },
    New: {},
    Never: {},
  })
  await receive(owner, { from: '+919800000002', at: hoursAgo(2) })
  await api.database.queries
    .update(chatSessions)
    .set({ windowExpiresAt: null })
    .where(eq(chatSessions.id, ids['Never'] ?? ''))

  for (const limit of [1, 2, 50]) {
    const activity = await readPages(owner, `limit=${limit}`)
    expect(activity).toEqual(['Never', 'New', 'Open', 'Closing', 'Old', 'Older'])
    const window = await readPages(owner, `sort=window&limit=${limit}`)
    expect(window).toEqual(['Closing', 'Open', 'New', 'Old', 'Older', 'Never'])
    const unread = await readPages(owner, `sort=unread&limit=${limit}`)
    expect(unread[0]).toBe('Open')
    expect(unread).toHaveLength(6)
  }
  const at = new Date()
  await api.database.queries
    .update(chatSessions)
    .set({ lastActivityAt: at, windowExpiresAt: new Date(at.getTime() + hourMs), unreadCount: 1 })
    .where(eq(chatSessions.ownerId, owner.id))
  for (const sort of ['-lastActivityAt', 'window', 'unread']) {
    const tied = await readPages(owner, `sort=${sort}&limit=2`)
    expect(tied.toSorted()).toEqual(Object.keys(ids).toSorted())
  }
})

test('each filter lists the matching chats, and totals count them', async () => {
  const owner = await api.newOwner()
  const ids = await receiveFrom(owner, {
    Answered: { at: hoursAgo(23) },
    Closed: { at: hoursAgo(23) },
    Closing: { at: hoursAgo(22.1) },
    Saved: { at: hoursAgo(21.9) },
    Over: { at: hoursAgo(25) },
  })
  await sendReply(owner, ids['Answered'] ?? '', 'Yes', { undoSeconds: 30 })
  await owner.call('POST', `/api/chats/sessions/${ids['Closed']}/close`)
  const body = { savedForLater: true, note: 'Call back' }
  await owner.call('PUT', `/api/chats/sessions/${ids['Saved']}/save`, { body })
  const today = new Date().toISOString().slice(0, 10)

  const found: Record<string, string[]> = {
    '': ['Saved', 'Answered', 'Closed', 'Closing', 'Over'],
    'status=active': ['Saved', 'Answered', 'Closing', 'Over'],
    'status=closed,completed': ['Closed'],
    'handler=owner': ['Answered'],
    'handler=assistant': [],
    'attention=unread': ['Saved', 'Closed', 'Closing', 'Over'],
    'attention=window_closing': ['Closing'],
    'attention=handoff,window_closing': ['Saved', 'Closing', 'Over'],
    'attention=failed_message': [],
    'saved=true': ['Saved'],
    'saved=false': ['Answered', 'Closed', 'Closing', 'Over'],
    'jobId=job_none': [],
    'formId=frm_none': [],
    'status=active&attention=unread': ['Saved', 'Closing', 'Over'],
    [`to=${new Date(Date.now() - 3 * 24 * hourMs).toISOString().slice(0, 10)}`]: [],
    [`from=2020-01-01&to=${today.slice(0, 4)}-12-31`]: Object.keys(ids),
  }
  for (const [query, expected] of Object.entries(found)) {
    const answer = await list(owner, `?${query}`)
    expect(namesOf(answer).toSorted(), query).toEqual(expected.toSorted())
    expect(answer.totals.all, query).toBe(expected.length)
  }
  const { items, totals } = await list(owner, '?limit=5')
  expect(totals).toEqual({ all: 5, unread: 4, needsYou: 3, saved: 1, owner: 1 })
  for (const one of attentions) {
    const asking = items.filter(({ attention }: ChatSession) => attention.includes(one))
    const listed = await list(owner, `?attention=${one}`)
    expect(namesOf({ items: asking }).toSorted(), one).toEqual(namesOf(listed).toSorted())
  }
})

test('updatedSince lists only chats that changed since then', async () => {
  const owner = await api.newOwner()
  const ids = await receiveFrom(owner, { Before: {}, After: {} })
  await api.database.queries
    .update(chatSessions)
    .set({ updatedAt: new Date(Date.now() - hourMs) })
    .where(eq(chatSessions.id, ids['Before'] ?? ''))
  const since = new Date(Date.now() - 60_000).toISOString()
  const answer = await list(owner, `?updatedSince=${encodeURIComponent(since)}`)
  expect(namesOf(answer)).toEqual(['After'])
  expect(answer.totals.all).toBe(2)
  expect(Date.parse(answer.serverTime)).toBeGreaterThan(Date.now() - 60_000)
})

test('an invalid cursor is refused or finds nothing', async () => {
  const owner = await api.newOwner()
  await receive(owner)
  const id = 'ses_01ARZ3NDEKTSV4RRFFQ69G5FAV'
  for (const place of [
    ['window', 1, 0, 1, id],
    ['-lastActivityAt', 8.64e15, 0, 1, id],
    ['-lastActivityAt', 1, 7, 1, id],
    ['-lastActivityAt', 1, 0, 1, "' or 1=1"],
  ]) {
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
    const { status, body } = await owner.call('GET', `/api/chats/sessions?cursor=${cursor}`)
    expect(status === 422 || body.items.length === 0).toBe(true)
  }
})
