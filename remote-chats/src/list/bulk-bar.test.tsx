import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'

import { aProblem, aSession } from '../testing/chats.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { serveInbox } from '../testing/serve-inbox.ts'
import { server } from '../testing/server.ts'

const ravi = aSession({ name: 'Ravi' })
const asha = aSession({ name: 'Asha' })

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
