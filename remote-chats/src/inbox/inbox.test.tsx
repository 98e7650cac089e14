import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { answer, emitEvent, refusal, renderRoute, replyBox, serveInbox } from '../testing/page.tsx'
import { aMessage, aSession, aSessionList, ago, closedWindow } from '../testing/samples.ts'

const ravi = aSession({ name: 'Ravi', unreadCount: 2, attention: ['unread'] })
const asha = aSession({ name: 'Asha' })
const row = (name: RegExp) => screen.findByRole('link', { name })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  delete document.documentElement.dataset['clockOffset']
})

/** Opens a list of two sessions and selects both. */
async function chooseBoth() {
  serveInbox({ sessions: [ravi, asha] })
  renderRoute('/chats')
  await row(/Ravi/)
  await userEvent.click(screen.getByRole('button', { name: 'More about chats' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Select all' }))
  return within(await screen.findByRole('toolbar', { name: 'Selected chats' }))
}

const press = (bar: Awaited<ReturnType<typeof chooseBoth>>, name: string) =>
  userEvent.click(bar.getByRole('button', { name }))

const marked = (id: string, unreadCount: number) => ({
  success: true,
  updated: 1,
  sessions: [{ id, unreadCount }],
  notFound: [],
  providerReceipts: 'off',
})

test('an owner without chats sees an explanation and a link to test the assistant', async () => {
  serveInbox({ sessions: [] })
  renderRoute('/chats')

  expect(await screen.findByRole('heading', { name: 'No chats yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Try it out' })).toHaveAttribute('href', '/jobs?try=')
  expect(screen.queryByRole('link', { name: /number|phone/ })).not.toBeInTheDocument()
})

test.each([
  ['cloud_api', 'https://wa.me/919876543210', 'Write to your number'],
  ['simulator', 'http://localhost:5000/simulator?business=usr_1', 'Open the simulated phone'],
] as const)('without chats there is a link to the %s number', async (provider, chatLink, name) => {
  serveInbox({ sessions: [], settings: { whatsapp: { provider, chatLink } } })
  renderRoute('/chats')

  const link = await screen.findByRole('link', { name: new RegExp(`^${name}`) })
  expect(link).toHaveAttribute('href', chatLink)
})

test('a chat that starts while the list loads is in it', async () => {
  serveInbox({ sessions: [] })
  const arrived = Promise.withResolvers<void>()
  let isAsked = false
  answer('get */api/chats/sessions', async ({ limit }) => {
    if (limit === '1') return undefined
    isAsked = true
    await arrived.promise
    return aSessionList([])
  })
  renderRoute('/chats')
  await waitFor(() => expect(isAsked).toBe(true))
  emitEvent(ravi, 'session.created', { session: ravi }, 1)
  arrived.resolve()

  expect(await row(/Ravi/)).toBeVisible()
})

test.each([
  ['nothing that can be seen', '\u200E\u3164', '+919812345678'],
  ['controls that turn what is around', '\u202ERavi\u2066', 'Ravi'],
  ['emoji and two more scripts', '🌸 श्रीमती लक्ष्मी عائشة', '🌸 श्रीमती लक्ष्मी عائشة'],
])('a name of %s is shown correctly everywhere', async (_, name, shown) => {
  const chat = aSession({ name })
  serveInbox({ sessions: [chat] })
  renderRoute(`/chats?session=${chat.id}`)

  expect(await screen.findByRole('region', { name: shown })).toBeVisible()
  expect(await row(new RegExp(shown.replace('+', '\\+')))).toBeVisible()
  expect(document.title).toContain(shown)
  const all = `${document.body.textContent}${document.title}`
  expect(all).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
})

test('a list that could not be loaded shows an error, and Retry loads it', async () => {
  serveInbox({ sessions: [ravi] })
  let isWell = false
  answer('get */api/chats/sessions', () =>
    isWell ? undefined : new HttpResponse(null, { status: 500 }),
  )
  renderRoute('/chats')
  expect(await screen.findByText('Server error. Please try again later.')).toBeVisible()

  isWell = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await row(/Ravi/)).toBeVisible()
})

test('view and search are in the address and filter the list', async () => {
  serveInbox({ sessions: [ravi, asha] })
  answer('get */api/chats/sessions', ({ q, saved }) =>
    aSessionList(q === 'ash' && saved === 'true' ? [asha] : [ravi, asha]),
  )
  const router = renderRoute('/chats')
  await row(/Ravi/)

  await userEvent.type(screen.getByRole('searchbox', { name: /Search/ }), 'ash')
  await userEvent.click(screen.getByRole('button', { name: /^Saved/ }))

  await waitFor(() => expect(screen.queryByRole('link', { name: /Ravi/ })).toBeNull())
  const parameters = new URLSearchParams(router.state.location.search)
  expect(Object.fromEntries(parameters)).toEqual({ q: 'ash', view: 'saved' })
  expect(screen.getByRole('searchbox', { name: /Search/ })).toHaveValue('ash')
})

test('j and k move through the chats, and the address follows', async () => {
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
  expect(await screen.findByRole('heading', { name: 'Select a chat' })).toBeVisible()
})

test('a chat reopened right after Escape is shown', async () => {
  serveInbox({ sessions: [ravi, asha] })
  renderRoute(`/chats?session=${ravi.id}`)
  await screen.findByRole('region', { name: 'Ravi' })
  const link = await row(/Ravi/)

  // While the router is still leaving the chat.
  await act(async () => {
    fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' })
    await Promise.resolve()
    fireEvent.click(link)
  })

  expect(await screen.findByRole('region', { name: 'Ravi' })).toBeVisible()
})

test('the key that starts a note focuses its box at once', async () => {
  serveInbox({ sessions: [ravi] })
  renderRoute(`/chats?session=${ravi.id}`)
  await replyBox()
  // Shortcuts work after the effects of the page.
  await act(async () => {})

  fireEvent.keyDown(document.body, { key: 'm', code: 'KeyM' })
  await Promise.resolve()

  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus()
})

test('a reply of the assistant does not make a chat unread', async () => {
  const chat = aSession()
  serveInbox({ sessions: [chat] })
  renderRoute('/chats')
  await row(/Ravi/)

  const said = { ...chat, seq: 2, lastActivityAt: new Date().toISOString() }
  emitEvent(chat, 'session.updated', { session: said }, 2)
  expect(screen.queryByRole('img', { name: /unread/ })).toBeNull()

  emitEvent(chat, 'session.updated', { session: { ...said, unreadCount: 1, seq: 3 } }, 3)
  expect(await screen.findByRole('img', { name: '1 unread message' })).toBeVisible()
})

test('an open chat that is marked as unread stays unread', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const chat = aSession({ name: 'Meera' })
  serveInbox({ sessions: [chat], messages: { [chat.id]: [aMessage({ sessionId: chat.id })] } })
  const asked = answer('put */api/chats/messages/mark-read', ({ read }) =>
    marked(chat.id, read === true ? 0 : 1),
  )
  renderRoute(`/chats?session=${chat.id}`)
  await screen.findByRole('region', { name: 'Meera' })

  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(screen.getByRole('button', { name: 'Mark Meera as unread' }))

  await waitFor(() => expect(asked).toMatchObject([{ read: false }]))
  await act(() => vi.advanceTimersByTimeAsync(1300))
  expect(asked).toHaveLength(1)
})

test('several chats are marked as read at once', async () => {
  const bar = await chooseBoth()
  const asked = answer('put */api/chats/messages/mark-read', () => marked(ravi.id, 0))
  expect(bar.getByText('2 selected')).toBeVisible()
  await press(bar, 'Mark as read')

  const messageIds = [ravi, asha].map(({ lastMessage }) => lastMessage?.id)
  await waitFor(() => expect(asked).toEqual([{ messageIds, read: true }]))
  await waitFor(() => expect(screen.queryByRole('img', { name: '2 unread messages' })).toBeNull())
})

test('of several chats only the refused one is not saved', async () => {
  const bar = await chooseBoth()
  answer('put */api/chats/sessions/:id/save', (_, { url }) =>
    url.includes(ravi.id)
      ? { success: true, session: { ...ravi, savedForLater: true, seq: 2 } }
      : refusal(409, 'conflict', 'Not now'),
  )
  await press(bar, 'Save for later')

  await waitFor(() => expect(screen.getByRole('button', { name: 'All' })).toHaveFocus())
  expect(await screen.findByText('Not now')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Remove Ravi from saved' })).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Save Asha for later' })).toBeInTheDocument()
})

test('each selected chat is exported as its own file', async () => {
  // jsdom cannot save files.
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const bar = await chooseBoth()
  const asked = answer('get */api/chats/export', () => new HttpResponse('name,text'))
  await press(bar, 'Export')

  expect(await screen.findByText('2 chats exported')).toBeInTheDocument()
  expect(asked).toMatchObject([{ sessionId: ravi.id }, { sessionId: asha.id }])
})

test('an export has the filters of the list', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  serveInbox({ sessions: [ravi] })
  const asked = answer('get */api/chats/export', () => new HttpResponse('a,b'))
  renderRoute('/chats?view=unread&status=active')
  await userEvent.click(await screen.findByRole('button', { name: 'More about chats' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export these chats' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export chats' }))
  const keys = { name: /^Field keys as column names.*for import into other programs$/ }
  await userEvent.click(dialog.getByRole('checkbox', keys))
  await userEvent.click(dialog.getByRole('button', { name: 'Export' }))

  expect(await dialog.findByText('File saved.')).toBeVisible()
  expect(saved).toHaveBeenCalledOnce()
  const narrowed = { attention: 'unread', status: 'active' }
  const file = { format: 'csv', include: 'remarks,formData', values: 'keys' }
  expect(asked).toEqual([{ ...narrowed, ...file }])
})

test('a closed chat links to the contact’s newer one', async () => {
  const over = aSession({ status: 'closed', createdAt: ago(9e7), ...closedWindow() })
  const newer = aSession({ contact: over.contact, createdAt: ago(1000) })
  serveInbox({ sessions: [newer, over] })
  const router = renderRoute(`/chats?session=${over.id}`)

  await userEvent.click(await screen.findByRole('link', { name: 'Open the newer chat' }))

  expect(router.state.location.search).toContain(newer.id)
  expect(await replyBox()).toBeVisible()
})

test('window and reminder use the api’s clock, even if the browser’s is 26 hours ahead', async () => {
  const aheadMs = 26 * 3_600_000
  document.documentElement.dataset['clockOffset'] = String(-aheadMs)
  const written = aSession(closedWindow())
  serveInbox({ sessions: [written] })
  const saved = answer<{ remindAt: string }>('put */api/chats/sessions/:id/save', () => ({
    success: true,
    session: written,
  }))
  renderRoute(`/chats?session=${written.id}`)
  expect(await replyBox()).toBeVisible()

  await userEvent.click(await screen.findByRole('button', { name: 'Save for later' }))
  await userEvent.click(await screen.findByRole('button', { name: /In an hour/ }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const inMs = Date.parse(saved[0]?.remindAt ?? '') - (Date.now() - aheadMs)
  expect(Math.round(inMs / 600_000)).toBe(6)
})

test('of a thousand chats only the rows in view are rendered', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => aSession({ name: `Contact ${index}` }))
  serveInbox({ sessions: many })
  renderRoute('/chats')
  await row(/^Contact 0/)

  expect(screen.getAllByRole('listitem').length).toBeLessThan(60)
})
