import { server } from '@errand/shared-auth/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { renderRoute, replyBox, serveInbox } from '../testing/page.tsx'
import { aSession, ago, closedWindow } from '../testing/samples.ts'

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

test('D9: what the list shows is what is exported', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  serveInbox({ sessions: [aSession()] })
  let asked: URLSearchParams | undefined
  server.use(
    http.get('*/api/chats/export', ({ request }) => {
      asked = new URL(request.url).searchParams
      return new HttpResponse('a,b')
    }),
  )
  renderRoute('/chats?view=unread&status=active')
  await userEvent.click(await screen.findByRole('button', { name: 'More about chats' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export these chats' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export chats' })
  await userEvent.click(
    within(dialog).getByRole('checkbox', { name: 'Keys instead of labels, for other programs' }),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export' }))

  expect(await within(dialog).findByText('The file is saved.')).toBeVisible()
  expect(saved).toHaveBeenCalledOnce()
  expect(Object.fromEntries(asked ?? [])).toEqual({
    attention: 'unread',
    status: 'active',
    format: 'csv',
    include: 'remarks,formData',
    values: 'keys',
  })
})
