import { server } from '@errand/shared-auth/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { openChat, renderRoute, replyBox, serveInbox } from '../testing/page.tsx'
import {
  aForm,
  aMessage,
  aProblem,
  aSession,
  aSessionList,
  ahead,
  someAnswers,
} from '../testing/samples.ts'

// What users of such products complain of; D and a number names the entry in our list of them.

test('D17: a voice note has a player, and what was said in it', async () => {
  const session = aSession()
  const transcript = { text: 'Tomorrow at five', language: 'en', confidence: 0.9 }
  const media = { id: 'fil_1', mimeType: 'audio/ogg', bytes: 900, url: '/api/files/fil_1' }
  const message = aMessage({
    sessionId: session.id,
    type: 'audio',
    text: '',
    media: { ...media, durationMs: 7000, transcript },
  })
  openChat(session, [message])

  const player = await screen.findByRole('group', { name: 'Voice note' })
  expect(within(player).getByText('Tomorrow at five')).toBeVisible()
  server.use(http.get('*/api/files/fil_1', () => new HttpResponse('sound')))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sound')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  await userEvent.click(within(player).getByRole('button', { name: 'Play · 7s' }))
  await waitFor(() => expect(player.querySelector('audio')).toHaveAttribute('src', 'blob:sound'))
})

test('D18: what was collected shows its proof; what is missing comes first and is put right in place', async () => {
  const messageId = aMessage({ sessionId: '' }).id
  const formData = someAnswers({
    values: { service: 'cut' },
    missing: ['seats'],
    meta: {
      service: {
        source: 'contact',
        messageId,
        evidence: 'a haircut please',
        valid: true,
        attempts: 1,
        at: ahead(0),
      },
    },
  })
  const form = aForm()
  const session = aSession({ formId: form.id, formData })
  server.use(http.get(`*/api/chats/forms/${form.id}`, () => HttpResponse.json({ form })))
  let put: unknown
  openChat(session)
  server.use(
    http.put('*/form-data', async ({ request }) => {
      put = { body: await request.json(), version: request.headers.get('if-match') }
      const next = {
        ...formData,
        version: 4,
        values: { ...formData.values, seats: 3 },
        missing: [],
      }
      return HttpResponse.json({
        success: true,
        formData: next,
        session: { ...session, formData: next, seq: 2 },
        suggestions: [],
      })
    }),
  )

  const details = await screen.findByRole('complementary', { name: 'Details' })
  await within(details).findByRole('button', { name: 'Edit Seats' })
  const terms = within(details).getAllByRole('term')
  expect(terms[0]).toHaveTextContent('SeatsMissing')
  expect(within(details).getByText('a haircut please')).toBeVisible()
  const edit = () => within(details).getByRole('button', { name: 'Edit Seats' })
  await userEvent.click(edit())
  await userEvent.keyboard('{Escape}')
  expect(edit()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.type(await within(details).findByRole('textbox', { name: 'Seats' }), '3{Enter}')

  await waitFor(() => expect(put).toEqual({ body: { formData: { seats: '3' } }, version: '"3"' }))
  expect(await screen.findByText('Seats saved')).toBeInTheDocument()
  expect(edit()).toHaveFocus()
})

test('a contact is named by the owner, who goes on from where he did it', async () => {
  openChat(aSession())
  const details = await screen.findByRole('complementary', { name: 'Details' })
  const rename = () => within(details).getByRole('button', { name: 'Change the name' })
  await userEvent.click(rename())
  await userEvent.keyboard(' of the salon{Escape}')
  expect(rename()).toHaveFocus()
  expect(within(details).queryByText(/of the salon/)).not.toBeInTheDocument()
})

test('D19: an e-mail that cannot be sent says so, and where to set it up', async () => {
  openChat(aSession())
  server.use(
    http.post('*/email', () =>
      HttpResponse.json(aProblem(409, 'smtp_not_configured'), { status: 409 }),
    ),
  )
  await replyBox()
  await userEvent.click(
    screen.getAllByRole('button', { name: 'E-mail this chat' })[0] ?? document.body,
  )
  const dialog = await screen.findByRole('dialog', { name: 'E-mail this chat' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^To/ }), 'asha@shop.in')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send e-mail' }))

  expect(await within(dialog).findByText('Your mail server is not set up yet.')).toBeVisible()
  expect(within(dialog).getByRole('link', { name: 'Set up' })).toHaveAttribute(
    'href',
    '/settings#smtp',
  )
})

test('search jumps to the message that was found', async () => {
  const session = aSession()
  const messages = Array.from({ length: 60 }, (_, index) =>
    aMessage({ sessionId: session.id, text: `Line ${index}` }),
  )
  const [hit] = messages.slice(10)
  serveInbox({ sessions: [session], messages: { [session.id]: messages } })
  server.use(
    http.get('*/api/chats/sessions', () => HttpResponse.json(aSessionList([session]))),
    http.get(`*/api/chats/sessions/${session.id}/messages`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const isAround = query.get('around') === hit?.id
      const found = query.has('q') ? messages.slice(10, 11) : messages.slice(40)
      return HttpResponse.json({
        session,
        // The hit is too old for the newest page.
        items: isAround ? messages.slice(5, 15) : found,
        hasMoreBefore: false,
        hasMoreAfter: false,
        firstUnreadId: null,
      })
    }),
  )
  const router = renderRoute(`/chats?q=ten&session=${session.id}`)

  expect(await screen.findByText('1 of 1')).toBeVisible()
  await waitFor(() =>
    expect(new URLSearchParams(router.state.location.search).get('message')).toBe(hit?.id),
  )
  expect(await screen.findByText('Line 10')).toBeVisible()
})
