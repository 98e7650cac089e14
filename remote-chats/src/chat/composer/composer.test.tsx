import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { handleEvent } from '../../data/follow-chats.ts'
import { fillVariables, findUnfilled, knownValues } from '../../send/reply.ts'
import {
  answer,
  emitEvent,
  openChat,
  refusal,
  renderRoute,
  replyBox,
  serveInbox,
} from '../../testing/page.tsx'
import {
  aBillingSummary,
  aMessage,
  aReply,
  aSession,
  aTemplate,
  ahead,
  closedWindow,
  someAnswers,
} from '../../testing/samples.ts'
import { setMedia } from '../../testing/setup.ts'

test('on a phone the placeholder of the reply box names no keys', async () => {
  setMedia((query) => query === '(width < 860px)')
  openChat(aSession())
  expect(await replyBox()).toHaveAttribute('placeholder', 'Write a reply')
})

test('a draft is kept for its chat only and shown in the list', async () => {
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

test('quick replies fill in known values, and an unfilled variable cannot be sent', async () => {
  const quickReplies = [{ name: 'Estação', text: 'Hi {{name}}, park at {{where}}.' }]
  const { sent } = openChat(aSession(), [], { settings: { inbox: { quickReplies } } })
  // Accents and case are ignored.
  await userEvent.type(await replyBox(), '/ESTACAO')
  expect(await screen.findByRole('option', { name: /Estação/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')

  const box = await replyBox()
  expect(box).toHaveValue('Hi Ravi, park at {{where}}.')
  expect(screen.getByText('Fill in where first')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  await userEvent.keyboard('{Tab}{Tab}')
  // After the last variable Tab leaves the box.
  expect(box).not.toHaveFocus()
  await userEvent.click(box)
  await userEvent.keyboard('{Tab}the back{Enter}')
  await waitFor(() => expect(sent).toMatchObject([{ message: 'Hi Ravi, park at the back.' }]))
})

test('variables are filled with known values or their default, and others stay', () => {
  const formData = someAnswers({ values: { service: 'Haircut', seats: 2 } })
  const values = knownValues(aSession({ formData }), 'Asha Salon')
  expect(fillVariables('{{name}}, {{ service }} for {{seats}} at {{business}}', values)).toBe(
    'Ravi, Haircut for 2 at Asha Salon',
  )
  const nameless = { ...values, name: '' }
  expect(fillVariables('Hi {{name|there}}', nameless)).toBe('Hi there')
  const text = fillVariables('Hi {{name}}, on {{दिन}}?', nameless)
  expect(findUnfilled(text)).toEqual([
    { name: 'name', start: 3, end: 11 },
    { name: 'दिन', start: 16, end: 23 },
  ])
  // A contact's name that looks like a variable is not filled in.
  expect(fillVariables('Hi {{name}}', { name: '{{phone}}', phone: '1' })).toBe('Hi {{phone}}')
})

test('a text without visible characters is neither sent nor saved', async () => {
  const session = aSession()
  const { sent } = openChat(session, [aMessage({ sessionId: session.id })])
  await userEvent.type(await replyBox(), '\u3164\u200B{Enter}')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(await replyBox()).toHaveValue('\u3164\u200B')

  await userEvent.click(screen.getByRole('radio', { name: 'Note' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), '\u200B{Enter}')
  expect(screen.getByRole('button', { name: 'Save note' })).toBeDisabled()
  expect(sent).toEqual([])
})

test.each([
  ['while composing', { isComposing: true }],
  ['after composing, as in Safari', { keyCode: 229 }],
])('Enter of an input method sends nothing, %s', async (_, composing) => {
  const quickReplies = [{ name: 'parking', text: 'Park at the back.' }]
  const { sent } = openChat(aSession(), [], { settings: { inbox: { quickReplies } } })
  const box = await replyBox()
  for (const text of ['こんにちは', '/park']) {
    await userEvent.clear(box)
    await userEvent.type(box, text)
    fireEvent.keyDown(box, { key: 'Enter', ...composing })
    expect(box).toHaveValue(text)
  }
  expect(sent).toEqual([])
})

test('an opted-out contact has no reply box, with the reason', async () => {
  const session = aSession()
  openChat({ ...session, contact: { ...session.contact, optedOutAt: ahead(-1000) } })

  expect(await screen.findByText(/Ravi asked for no more messages/)).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull()
})

test('a disconnected number is shown above the reply box', async () => {
  const settings = { whatsapp: { status: 'disconnected' as const } }
  openChat(aSession({ channel: 'whatsapp' }), [], { settings })

  expect(await screen.findByText(/Your WhatsApp number is not connected/)).toBeVisible()
  const link = screen.getByRole('link', { name: 'Reconnect the number' })
  expect(link).toHaveAttribute('href', '/settings#whatsapp')
})

test('a note is never sent as a reply, and a retry after a lost answer has the same key', async () => {
  const session = aSession()
  const message = aMessage({ sessionId: session.id })
  const { sent } = openChat(session, [message])
  const keys: (string | null)[] = []
  let isLost = true
  answer('post */remarks', ({ remark: text }, request) => {
    keys.push(request.headers.get('idempotency-key'))
    if (isLost) return refusal(500)
    const author = { id: 'usr_1', name: 'Asha' }
    const of = { messageId: message.id, sessionId: session.id, createdAt: ahead(0) }
    return { success: true, remarkCount: 1, remark: { id: 'rmk_1', text, author, ...of } }
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Note' }))
  expect(screen.getAllByText('Only you see this')[0]).toBeVisible()
  const box = screen.getByRole('textbox', { name: 'Note' })
  await userEvent.type(box, 'Regular{Enter}')
  await screen.findByText(/Your text is kept here/)
  await userEvent.type(box, '{Enter}')
  await waitFor(() => expect(keys).toHaveLength(2))
  isLost = false
  await userEvent.type(box, ', likes Neha{Enter}')

  expect(await screen.findByText('Regular, likes Neha', { selector: 'p' })).toBeVisible()
  const [first, second, third] = keys
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(sent).toEqual([])
  expect(screen.getByRole('radio', { name: 'Note' })).toBeChecked()
  expect(box).toHaveValue('')
})

test('taking over a chat shows when the assistant resumes', async () => {
  const session = aSession()
  openChat(session)
  const asked = answer('post */handler', () => {
    const taken = { handler: 'owner', handlerReason: 'owner_takeover', returnAt: ahead(14_400_000) }
    return { success: true, session: { ...session, ...taken, seq: 2 } }
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Take over' }))

  expect(await screen.findByText(/You are answering this chat\. Assistant resumes/)).toBeVisible()
  expect(asked).toEqual([{ handler: 'owner' }])
  expect(screen.getByRole('button', { name: 'Hand back to assistant' })).toHaveFocus()
})

test('typing holds a reply of the assistant for half a minute', async () => {
  openChat(aSession({ run: 'thinking' }))
  const holds = answer('post */typing', () => ({ success: true, heldUntil: ahead(30_000) }))
  expect(await screen.findByText('Assistant is replying')).toBeVisible()

  await userEvent.type(await replyBox(), 'One moment please')

  await waitFor(() => expect(holds).toHaveLength(1))
})

test('the chat shows how long the assistant waits for the contact, until that is unknown', async () => {
  const session = aSession()
  openChat(session)
  await replyBox()

  const run = { id: 'run_1', state: 'debouncing', answersAt: ahead(5000), stopReason: null }
  emitEvent(session, 'run.state', { run }, 2)

  const seconds = await screen.findByText(/^Waiting for the customer to finish: [45] s/)
  expect(seconds).toBeVisible()
  // Announced once, not every second.
  expect(seconds).toHaveAttribute('aria-hidden', 'true')
  expect(screen.getByText('Waiting for the customer to finish')).toBeInTheDocument()

  act(() => handleEvent({ type: 'resync' }))
  expect(await screen.findByText('The assistant is answering this chat.')).toBeVisible()
})

test('while the window is closed the composer is a template picker', async () => {
  const { sent } = openChat(aSession(closedWindow()), [], { templates: [aTemplate()] })

  expect(await screen.findByText(/last wrote more than 24 hours ago/)).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull()
  expect(await screen.findByText('Hi Ravi, about [your booking]: shall we go on?')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Send template' })
  expect(button).toBeDisabled()

  await userEvent.type(screen.getByRole('textbox', { name: 'Value 2' }), 'your booking')
  await userEvent.click(button)

  const components = ['Ravi', 'your booking'].map((text) => ({ type: 'BODY', text }))
  const message = 'Hi Ravi, about your booking: shall we go on?'
  const template = { templateName: 'follow_up_en', languageCode: 'en' }
  await waitFor(() => expect(sent).toMatchObject([{ ...template, components, message }]))
})

test('missing templates are loaded automatically', async () => {
  openChat(aSession(closedWindow()), [], { templates: [] })
  const lists = [[], [aTemplate()]]
  answer('get */api/chats/templates', () => ({ items: lists.shift() ?? [], nextCursor: null }))

  expect(await screen.findByText('No approved templates yet.')).toBeVisible()
  expect(await screen.findByText('Hi Ravi, about [your booking]: shall we go on?')).toBeVisible()
  expect(lists).toEqual([])
})

test('a message sent too late leads to the templates, also from a note', async () => {
  const session = aSession(closedWindow())
  const error = {
    code: 131_047,
    title: 'The 24 hours are over',
    detail: 'A template may be sent.',
    retryable: false,
    action: 'send_template' as const,
  }
  const message = aReply({ sessionId: session.id, status: 'failed', error })
  openChat(session, [message], { templates: [aTemplate()] })
  await userEvent.click(await screen.findByRole('radio', { name: 'Note' }))
  const failure = await screen.findByRole('group', { name: 'Not delivered' })

  await userEvent.click(within(failure).getByRole('button', { name: 'Send template' }))

  expect(screen.getByRole('radio', { name: 'Reply' })).toBeChecked()
  await waitFor(() => expect(screen.getByRole('button', { name: /Follow up en/ })).toHaveFocus())
})

test('the send button shows the price, and without credit the text is kept with a link to top up', async () => {
  openChat(aSession())
  answer('get */api/billing/summary', aBillingSummary)
  answer('post */reply', () => refusal(402, 'insufficient_balance', 'No credit left'))
  await userEvent.type(await replyBox(), 'Yes, 5 pm works.')
  await userEvent.click(await screen.findByRole('button', { name: 'Send for ₹0.20' }))

  expect(await screen.findByText('No credit left')).toBeVisible()
  expect(screen.getByText('Yes, 5 pm works.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/billing')
})

test.each([
  ['Reply', 4096, 'Send', { message: 'a'.repeat(4096) }],
  ['Note', 2000, 'Save note', { remark: 'a'.repeat(2000) }],
])(
  'a %s of more than %d characters is kept and cannot be sent until it is shorter',
  async (mode, limit, button, kept) => {
    const session = aSession()
    const message = aMessage({ sessionId: session.id })
    const { sent } = openChat(session, [message])
    const remarks: unknown[] = []
    answer('post */remarks', (body) => {
      remarks.push(body)
      return refusal(500)
    })
    await replyBox()
    await userEvent.click(screen.getByRole('radio', { name: mode }))
    const box = screen.getByRole('textbox', { name: mode })
    await userEvent.click(box)
    await userEvent.paste('a'.repeat(limit + 2))
    expect(box).toHaveValue('a'.repeat(limit + 2))
    expect(box).toBeInvalid()
    expect(box).toHaveAccessibleDescription('Too long by 2 characters.')
    expect(screen.getByRole('button', { name: button })).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}{Backspace}{Backspace}')
    expect(box).toHaveValue('a'.repeat(limit))

    await userEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect([...sent, ...remarks]).toMatchObject([kept]))
  },
)
