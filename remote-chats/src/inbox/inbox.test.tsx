import { server } from '@errand/shared-auth/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { happen, renderRoute, serveInbox } from '../testing/page.tsx'
import { aMessage, aProblem, aSession, aSessionList } from '../testing/samples.ts'

const ravi = aSession({ name: 'Ravi', unreadCount: 2, attention: ['unread'] })
const asha = aSession({ name: 'Asha' })
const row = (name: RegExp) => screen.findByRole('link', { name })

afterEach(() => void vi.useRealTimers())

test('an owner without chats is told when some will come', async () => {
  serveInbox({ sessions: [] })
  renderRoute('/chats')

  expect(await screen.findByRole('heading', { name: 'No conversations yet' })).toBeVisible()
})

test('a chat that begins while the list is on its way is in it', async () => {
  serveInbox({ sessions: [] })
  const arrived = Promise.withResolvers<void>()
  let isAsked = false
  server.use(
    http.get('*/api/chats/sessions', async ({ request }) => {
      if (new URL(request.url).searchParams.get('limit') === '1') return undefined
      isAsked = true
      await arrived.promise
      return HttpResponse.json(aSessionList([]))
    }),
  )
  renderRoute('/chats')
  await waitFor(() => expect(isAsked).toBe(true))
  happen(ravi, { type: 'session.created', data: { session: ravi } }, 1)
  arrived.resolve()

  expect(await row(/Ravi/)).toBeVisible()
})

test.each([
  ['nothing that can be seen', '\u200E\u3164', '+919812345678'],
  ['controls that turn what is around', '\u202ERavi\u2066', 'Ravi'],
  ['emoji and two more scripts', '🌸 श्रीमती लक्ष्मी عائشة', '🌸 श्रीमती लक्ष्मी عائشة'],
])('a name of %s is shown well everywhere', async (_, name, shown) => {
  const chat = aSession({ name })
  serveInbox({ sessions: [chat] })
  renderRoute(`/chats?session=${chat.id}`)

  expect(await screen.findByRole('region', { name: shown })).toBeVisible()
  expect(
    await screen.findByRole('link', { name: new RegExp(shown.replace('+', '\\+')) }),
  ).toBeVisible()
  expect(document.title).toContain(shown)
  const all = `${document.body.textContent}${document.title}`
  expect(all).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
})

test('a list that could not be fetched says so; Retry fetches it', async () => {
  serveInbox({ sessions: [ravi] })
  let isWell = false
  server.use(
    http.get('*/api/chats/sessions', () =>
      isWell ? undefined : new HttpResponse(null, { status: 500 }),
    ),
  )
  renderRoute('/chats')
  expect(await screen.findByText('Server error. Please try again later.')).toBeVisible()

  isWell = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await row(/Ravi/)).toBeVisible()
})

test('view and search are in the address, and narrow the list', async () => {
  serveInbox({ sessions: [ravi, asha] })
  server.use(
    http.get('*/api/chats/sessions', ({ request }) => {
      const query = new URL(request.url).searchParams
      const isNarrow = query.get('q') === 'ash' && query.get('saved') === 'true'
      return HttpResponse.json(aSessionList(isNarrow ? [asha] : [ravi, asha]))
    }),
  )
  const router = renderRoute('/chats')
  await row(/Ravi/)

  await userEvent.type(screen.getByRole('searchbox', { name: /Search/ }), 'ash')
  await userEvent.click(screen.getByRole('button', { name: /^Saved/ }))

  await waitFor(() => expect(screen.queryByRole('link', { name: /Ravi/ })).toBeNull())
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    q: 'ash',
    view: 'saved',
  })
  expect(screen.getByRole('searchbox', { name: /Search/ })).toHaveValue('ash')
})

test('j and k go through the chats, and the address follows', async () => {
  serveInbox({ sessions: [ravi, asha] })
  const router = renderRoute('/chats')
  await row(/Ravi/)

  await userEvent.keyboard('j')
  expect(await screen.findByRole('region', { name: 'Ravi' })).toBeVisible()
  await userEvent.keyboard('j')
  expect(await screen.findByRole('region', { name: 'Asha' })).toBeVisible()
  await userEvent.keyboard('k')

  await waitFor(() => expect(router.state.location.search).toBe(`?session=${ravi.id}`))
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('heading', { name: 'No chat is open' })).toBeVisible()
})

test('the open chat that is marked as unread in the list stays so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const chat = aSession({ name: 'Meera' })
  serveInbox({ sessions: [chat], messages: { [chat.id]: [aMessage({ sessionId: chat.id })] } })
  const asked: unknown[] = []
  server.use(
    http.put('*/api/chats/messages/mark-read', async ({ request }) => {
      const { read } = (await request.json()) as { read: boolean }
      asked.push(read)
      const sessions = [{ id: chat.id, unreadCount: read ? 0 : 1 }]
      return HttpResponse.json({
        success: true,
        updated: 1,
        sessions,
        notFound: [],
        providerReceipts: 'off',
      })
    }),
  )
  renderRoute(`/chats?session=${chat.id}`)
  await screen.findByRole('region', { name: 'Meera' })

  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(screen.getByRole('button', { name: 'Mark Meera as unread' }))

  await waitFor(() => expect(asked).toEqual([false]))
  await act(() => vi.advanceTimersByTimeAsync(1300))
  expect(asked).toEqual([false])
})

test('several chats are marked as read at once', async () => {
  serveInbox({ sessions: [ravi, asha] })
  let asked: unknown
  server.use(
    http.put('*/api/chats/messages/mark-read', async ({ request }) => {
      asked = await request.json()
      return HttpResponse.json({
        success: true,
        updated: 2,
        sessions: [{ id: ravi.id, unreadCount: 0 }],
        notFound: [],
        providerReceipts: 'off',
      })
    }),
  )
  renderRoute('/chats')
  await row(/Ravi/)
  await userEvent.click(screen.getByRole('button', { name: 'More about chats' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Select all' }))

  const bar = await screen.findByRole('toolbar', { name: 'With the selected chats' })
  expect(within(bar).getByText('2 selected')).toBeVisible()
  await userEvent.click(within(bar).getByRole('button', { name: 'Mark as read' }))

  await waitFor(() =>
    expect(asked).toEqual({
      messageIds: [ravi.lastMessage?.id, asha.lastMessage?.id],
      read: true,
    }),
  )
  await waitFor(() => expect(screen.queryByRole('img', { name: '2 unread messages' })).toBeNull())
})

test('only the rows in view are drawn of a thousand chats', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => aSession({ name: `Contact ${index}` }))
  serveInbox({ sessions: many })
  renderRoute('/chats')
  await row(/^Contact 0/)

  expect(screen.getAllByRole('listitem').length).toBeLessThan(60)
})

test('what is typed right after the key that begins a remark is in it', async () => {
  serveInbox({ sessions: [ravi] })
  renderRoute(`/chats?session=${ravi.id}`)
  await screen.findByRole('textbox', { name: 'Reply' })

  fireEvent.keyDown(document.body, { key: 'm', code: 'KeyM' })
  await Promise.resolve()

  expect(screen.getByRole('textbox', { name: 'Remark' })).toHaveFocus()
})

/** Chooses both chats, and presses a button for them. */
async function pressForBoth(button: string): Promise<void> {
  renderRoute('/chats')
  await screen.findByRole('link', { name: /Ravi/ })
  await userEvent.click(screen.getByRole('button', { name: 'More about chats' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Select all' }))
  const bar = await screen.findByRole('toolbar', { name: 'With the selected chats' })
  await userEvent.click(within(bar).getByRole('button', { name: button }))
}

test('of several chats only the one that is refused is not saved', async () => {
  serveInbox({ sessions: [ravi, asha] })
  server.use(
    http.put('*/api/chats/sessions/:id/save', ({ params }) =>
      params['id'] === ravi.id
        ? HttpResponse.json({ success: true, session: { ...ravi, savedForLater: true, seq: 2 } })
        : HttpResponse.json(aProblem(409, 'conflict', { title: 'Not now' }), { status: 409 }),
    ),
  )

  await pressForBoth('Save for later')

  await waitFor(() => expect(screen.getByRole('button', { name: 'All' })).toHaveFocus())
  expect(await screen.findByText('Not now')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Remove Ravi from saved' })).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Save Asha for later' })).toBeInTheDocument()
})

test('each of the chosen chats is exported as a file of its own', async () => {
  // jsdom saves no files.
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  serveInbox({ sessions: [ravi, asha] })
  const asked: (string | null)[] = []
  server.use(
    http.get('*/api/chats/export', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('sessionId'))
      return new HttpResponse('name,text')
    }),
  )

  await pressForBoth('Export')

  expect(await screen.findByText('2 chats exported')).toBeInTheDocument()
  expect(new Set(asked)).toEqual(new Set([ravi.id, asha.id]))
})
