import { server } from '@errand/shared-auth/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'

import { openChat, renderRoute, replyBox, serveInbox } from '../testing/page.tsx'
import { aMessage, aSession, ahead } from '../testing/samples.ts'

// What users of such products complain of; D and a number names the entry in our list of them.

test('D13: a draft is not lost, is in its own chat only, and is seen in the list', async () => {
  const [ravi, asha] = [aSession(), aSession({ name: 'Asha' })]
  serveInbox({ sessions: [ravi, asha] })
  renderRoute(`/chats?session=${ravi.id}`)
  await userEvent.type(await replyBox(), 'I will look')

  await userEvent.click(screen.getByRole('link', { name: /Asha/ }))
  await screen.findByRole('region', { name: 'Asha' })
  expect(await replyBox()).toHaveValue('')
  expect(screen.getByRole('link', { name: /Ravi.*Draft.*I will look/ })).toBeVisible()

  window.dispatchEvent(new Event('pagehide'))
  const kept = Object.keys(localStorage).map((key) => localStorage.getItem(key))
  expect(kept.join(' ')).toContain('I will look')
  await userEvent.click(screen.getByRole('link', { name: /Ravi/ }))
  await screen.findByRole('region', { name: 'Ravi' })
  expect(await replyBox()).toHaveValue('I will look')
})

test('D14: quick replies fill in what is known, and a blank is never sent', async () => {
  const quickReplies = [{ name: 'Estação', text: 'Hi {{name}}, park at {{where}}.' }]
  const { sent } = openChat(aSession(), [], { settings: { inbox: { quickReplies } } })
  // Whatever its accents and case.
  await userEvent.type(await replyBox(), '/ESTACAO')
  expect(await screen.findByRole('option', { name: /Estação/ })).toBeVisible()

  await userEvent.keyboard('{Enter}')

  const box = await replyBox()
  expect(box).toHaveValue('Hi Ravi, park at {{where}}.')
  expect(screen.getByText('Fill in where first')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  await userEvent.keyboard('{Tab}{Tab}')
  // Once the last blank is chosen Tab goes on.
  expect(box).not.toHaveFocus()
  await userEvent.click(box)
  await userEvent.keyboard('{Tab}the back{Enter}')
  await waitFor(() => expect(sent).toMatchObject([{ message: 'Hi Ravi, park at the back.' }]))
})

test('a text of which nobody sees anything is neither sent nor saved', async () => {
  const session = aSession()
  const { sent } = openChat(session, [aMessage({ sessionId: session.id })])
  await userEvent.type(await replyBox(), '\u3164\u200B{Enter}')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(await replyBox()).toHaveValue('\u3164\u200B')

  await userEvent.click(screen.getByRole('radio', { name: 'Remark' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Remark' }), '\u200B{Enter}')
  expect(screen.getByRole('button', { name: 'Save remark' })).toBeDisabled()
  expect(sent).toEqual([])
})

test('D15: an opt-out is honoured: there is nothing to write into, and why', async () => {
  const session = aSession()
  openChat({ ...session, contact: { ...session.contact, optedOutAt: ahead(-1000) } })

  expect(await screen.findByText(/Ravi asked for no more messages/)).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull()
})

test('a remark never becomes a reply, and the mode stays as it was chosen', async () => {
  const session = aSession()
  const message = aMessage({ sessionId: session.id })
  const { sent } = openChat(session, [message])
  let remark: unknown
  server.use(
    http.post(`*/api/chats/messages/${message.id}/remarks`, async ({ request }) => {
      remark = await request.json()
      return HttpResponse.json(
        {
          success: true,
          remarkCount: 1,
          remark: {
            id: 'rmk_1',
            messageId: message.id,
            sessionId: session.id,
            text: 'Regular, likes Neha',
            author: { id: 'usr_1', name: 'Asha' },
            createdAt: ahead(0),
          },
        },
        { status: 201 },
      )
    }),
  )
  await userEvent.click(await screen.findByRole('radio', { name: 'Remark' }))
  expect(screen.getAllByText('Only you see this')[0]).toBeVisible()
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Remark' }),
    'Regular, likes Neha{Enter}',
  )

  expect(await screen.findByText('Regular, likes Neha')).toBeVisible()
  expect(remark).toEqual({ remark: 'Regular, likes Neha' })
  expect(sent).toEqual([])
  expect(screen.getByRole('radio', { name: 'Remark' })).toBeChecked()
  expect(screen.getByRole('textbox', { name: 'Remark' })).toHaveValue('')
})

test('a remark whose answer was lost is sent again as the same one', async () => {
  const session = aSession()
  openChat(session, [aMessage({ sessionId: session.id })])
  const keys: (string | null)[] = []
  server.use(
    http.post('*/remarks', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.json({}, { status: 500 })
    }),
  )
  await userEvent.click(await screen.findByRole('radio', { name: 'Remark' }))
  const box = screen.getByRole('textbox', { name: 'Remark' })

  await userEvent.type(box, 'Regular{Enter}')
  await waitFor(() => expect(keys).toHaveLength(1))
  await screen.findByText(/Your text is kept here/)
  await userEvent.type(box, '{Enter}')
  await waitFor(() => expect(keys).toHaveLength(2))
  await userEvent.type(box, ', likes Neha{Enter}')
  await waitFor(() => expect(keys).toHaveLength(3))

  const [first, second, third] = keys
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
