import { queryClient } from '@errand/shared-auth'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'

import { listsKey } from '../data/chats.queries.ts'
import { readSession, sessionsOf } from '../data/session-cache.ts'
import { emptyFilter } from '../data/session-filter.ts'
import {
  anEntry,
  entriesOf,
  messages,
  openOutbox,
  session,
  takeBackReplies,
  takeReplies,
  texts,
} from '../testing/open-outbox.ts'
import { answer, refusal } from '../testing/page.tsx'
import { aProblem, aReply, aSession } from '../testing/samples.ts'

test('replies written offline are sent in order once the network is back', async () => {
  answer('post */reply', () => HttpResponse.error())
  const outbox = openOutbox()
  for (const text of ['One', 'Two', 'Three']) outbox.add(anEntry(text))
  await vi.waitFor(() =>
    expect(entriesOf(outbox).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']),
  )

  const received = takeReplies()
  window.dispatchEvent(new Event('online'))

  await vi.waitFor(() => expect(received).toEqual(['One', 'Two', 'Three']))
  await vi.waitFor(() => expect(texts()).toEqual(['One', 'Two', 'Three']))
  expect(entriesOf(outbox)).toEqual([])
})

test('a reply whose answer was lost is not sent twice', async () => {
  const outbox = openOutbox()
  const received = takeReplies()
  const calls = answer('post */reply', ({ message }) => {
    if (calls.length > 1) return undefined
    // The api accepted it, but the connection broke before the answer arrived.
    received.push(String(message))
    return HttpResponse.error()
  })
  outbox.add(anEntry('Once'))
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(texts()).toEqual(['Once'])
  })

  expect(received).toEqual(['Once'])
})

test('a refused reply has its reason and an action, and does not block the next', async () => {
  const outbox = openOutbox()
  const received = takeReplies()
  answer('post */reply', ({ message }) =>
    message === 'Refused' ? refusal(402, 'insufficient_balance') : undefined,
  )
  outbox.add(anEntry('Refused'))
  outbox.add(anEntry('Fine'))

  await vi.waitFor(() => expect(received).toEqual(['Fine']))
  expect(entriesOf(outbox)).toMatchObject([
    { text: 'Refused', state: 'failed', failure: { action: 'top_up' } },
  ])
})

test('a refused value of a reply is named in the error', async () => {
  const errors = [{ pointer: '#/replyToId', code: 'unknown', detail: 'There is no such message.' }]
  const problem = aProblem(422, 'validation_failed', { title: 'Some values are not valid', errors })
  answer('post */reply', () => HttpResponse.json(problem, { status: 422 }))
  const outbox = openOutbox()
  outbox.add(anEntry('Refused'))

  const title = 'Some values are not valid: replyToId (There is no such message)'
  await vi.waitFor(() => expect(entriesOf(outbox)).toMatchObject([{ failure: { title } }]))
})

test('undoing a reply restores the chat at once, also its position in the list', async () => {
  const outbox = openOutbox()
  const other = aSession({ lastActivityAt: '2026-11-21T10:00:00.000Z' })
  const before = { ...session, handler: 'assistant', lastActivityAt: '2026-11-21T09:00:00.000Z' }
  const lastActivityAt = '2026-11-21T11:00:00.000Z'
  const replied = { ...before, seq: 5, handler: 'owner', lastActivityAt }
  const listKey = [...listsKey, emptyFilter]
  const pages = [{ items: [other, before], nextCursor: null }]
  queryClient.setQueryData(listKey, { pages, pageParams: [null] })
  const listed = () =>
    sessionsOf(queryClient.getQueryData(listKey)).map(({ id, handler }) => [id, handler])
  takeReplies(() => replied)
  takeBackReplies(undefined, () => ({ ...before, seq: 8 }))
  outbox.add(anEntry('Wrong'))
  await vi.waitFor(() => expect(listed()[0]).toEqual([session.id, 'owner']))

  await outbox.undo(messages()[0] ?? aReply({ sessionId: session.id }))

  expect(listed()).toEqual([
    [other.id, other.handler],
    [session.id, 'assistant'],
  ])
  expect(readSession(session.id)).toMatchObject({ handler: 'assistant' })
})
