import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { ago, aSession, closedWindow } from '../testing/chats.ts'
import { replyBox } from '../testing/open-chat.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { serveInbox } from '../testing/serve-inbox.ts'
import { server } from '../testing/server.ts'

// What users of such products complain of; D and a number names the entry in our list of them.

afterEach(() => vi.restoreAllMocks())

test('D7: same person, two conversations: the one that is over leads to the one that goes on', async () => {
  const over = aSession({
    status: 'closed',
    closeReason: 'idle',
    createdAt: ago(9e7),
    ...closedWindow(),
  })
  const newer = aSession({ contact: over.contact, createdAt: ago(1000) })
  serveInbox({ sessions: [newer, over] })
  const router = renderRoute(`/chats?session=${over.id}`)

  await userEvent.click(await screen.findByRole('link', { name: 'Open the newer chat' }))

  expect(router.state.location.search).toContain(newer.id)
  expect(await replyBox()).toBeVisible()
})

test('D9: what the list shows is what is exported, and a large file tells how far it is', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  serveInbox({ sessions: [aSession()] })
  let asked: URLSearchParams | undefined
  let progress = 0.4
  const job = { id: 'exp_1', fileName: 'chats.csv', bytes: 9, createdAt: ago(0), expiresAt: null }
  server.use(
    http.get('*/api/chats/export', ({ request }) => {
      asked = new URL(request.url).searchParams
      return HttpResponse.json({ success: true, exportId: 'exp_1' }, { status: 202 })
    }),
    http.get('*/api/chats/exports/exp_1', () => {
      const status = progress < 1 ? 'running' : 'ready'
      return HttpResponse.json({ export: { ...job, status, progress } })
    }),
    http.get('*/api/chats/exports/exp_1/file', () => new HttpResponse('a,b')),
  )
  renderRoute('/chats?view=unread&status=active')
  await userEvent.click(await screen.findByRole('button', { name: 'More about chats' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export these chats' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export chats' })
  await userEvent.click(
    within(dialog).getByRole('checkbox', { name: 'Keys instead of labels, for other programs' }),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export' }))

  expect(await within(dialog).findByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  expect(Object.fromEntries(asked ?? [])).toEqual({
    attention: 'unread',
    status: 'active',
    format: 'csv',
    include: 'remarks,formData',
    values: 'keys',
  })
  progress = 1
  expect(await within(dialog).findByText('The file is saved.')).toBeVisible()
  expect(saved).toHaveBeenCalledOnce()
})

test('D9: the letter of a ready export leads to its file, or says that it is not kept any more', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  serveInbox({ sessions: [aSession()] })
  const made = { id: 'exp_1', status: 'ready', progress: 1, createdAt: ago(0), expiresAt: null }
  const file = { ...made, fileName: 'chats.csv', bytes: 9 }
  server.use(
    http.get('*/api/chats/exports/exp_1', () => HttpResponse.json({ export: file })),
    http.get('*/api/chats/exports/exp_1/file', () => new HttpResponse('a,b')),
    http.get('*/api/chats/exports/exp_2', () => new HttpResponse(null, { status: 404 })),
  )
  const router = renderRoute('/chats?export=exp_1')
  const dialog = await screen.findByRole('dialog', { name: 'Export chats' })
  expect(await within(dialog).findByText('chats.csv')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download' }))
  expect(await within(dialog).findByText('The file is saved.')).toBeVisible()
  expect(saved).toHaveBeenCalledOnce()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))

  await act(() => router.navigate('/chats?export=exp_2'))
  expect(await screen.findByText(/This file is not kept any more/)).toBeVisible()
})
