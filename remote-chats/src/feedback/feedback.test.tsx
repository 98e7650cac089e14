import { server } from '@errand/shared-auth/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'

import { openChat } from '../testing/page.tsx'
import { aReply, aSession } from '../testing/samples.ts'

test('an answer of the assistant is rated by a press, and a bad one says what was wrong with it', async () => {
  const session = aSession()
  const said = aReply({ sessionId: session.id, author: 'assistant', status: 'read' })
  const own = aReply({ sessionId: session.id, text: 'Hello from me' })
  openChat(session, [said, own])
  const put: unknown[] = []
  server.use(
    http.put(`*/api/chats/messages/${said.id}/feedback`, async ({ request }) => {
      const body = (await request.json()) as { rating: 'good' | 'bad' | null }
      put.push(body)
      const feedback = { ...body, at: new Date().toISOString() }
      const message = body.rating === null ? said : { ...said, feedback }
      return HttpResponse.json({ success: true, message })
    }),
  )
  const bubble = await screen.findByRole('article', { name: 'Message from Assistant' })
  const thumb = (name: string) => within(bubble).findByRole('button', { name })

  await userEvent.click(await thumb('Good answer'))
  await screen.findByRole('button', { name: 'Good answer', pressed: true })
  await userEvent.click(await thumb('Good answer'))
  await screen.findByRole('button', { name: 'Good answer', pressed: false })

  await userEvent.click(await thumb('Bad answer'))
  await userEvent.click(await screen.findByRole('radio', { name: 'Out of date', hidden: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }))

  await screen.findByRole('button', { name: 'Bad answer', pressed: true })
  expect(put).toEqual([
    { rating: 'good' },
    { rating: null },
    { rating: 'bad', reason: 'outdated', note: '' },
  ])
  // What people say is not rated.
  expect(screen.getAllByRole('button', { name: 'Good answer' })).toHaveLength(1)
})
