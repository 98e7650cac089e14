import { server } from '@errand/shared-auth/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'

import { renderRoute, serveInbox } from '../testing/page.tsx'
import { aSession, closedWindow } from '../testing/samples.ts'

afterEach(() => void delete document.documentElement.dataset['clockOffset'])

test("window and reminder go by the api's clock, though the browser's is 26 hours ahead", async () => {
  // What the api has is a day and two hours behind this machine.
  document.documentElement.dataset['clockOffset'] = String(-26 * 3_600_000)
  const written = aSession({ name: 'Ravi', ...closedWindow() })
  serveInbox({ sessions: [written] })
  let sent: { remindAt?: string } = {}
  server.use(
    http.put('*/api/chats/sessions/:id/save', async ({ request }) => {
      sent = (await request.json()) as typeof sent
      return HttpResponse.json({ success: true, session: written })
    }),
  )
  renderRoute(`/chats?session=${written.id}`)
  expect(await screen.findByRole('textbox', { name: /Reply/ })).toBeVisible()

  await userEvent.click(await screen.findByRole('button', { name: 'Save for later' }))
  await userEvent.click(await screen.findByRole('button', { name: /In an hour/ }))
  await waitFor(() => expect(sent.remindAt).toBeDefined())
  const aheadMs = Date.parse(sent.remindAt ?? '') - (Date.now() - 26 * 3_600_000)
  expect(Math.round(aheadMs / 600_000)).toBe(6)
})
