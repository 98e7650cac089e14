import { server } from '@errand/shared-auth/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'

import { openChat, renderRoute, replyBox, serveInbox } from '../testing/page.tsx'
import { aForm, aMessage, aResponse, aSession } from '../testing/samples.ts'

/** A key by which an input method ends a word: as most browsers tell it, and as Safari does. */
const composingKeys = [
  ['while the word is composed', { isComposing: true }],
  ['after the word was ended, as in Safari', { keyCode: 229 }],
] as const

test.each(composingKeys)('Enter of an input method sends nothing, %s', async (_, composing) => {
  const quickReplies = [{ name: 'parking', text: 'Park at the back.' }]
  const { sent } = openChat(aSession(), [], { settings: { inbox: { quickReplies } } })
  const box = await replyBox()
  await userEvent.type(box, 'こんにちは')
  fireEvent.keyDown(box, { key: 'Enter', ...composing })
  expect(box).toHaveValue('こんにちは')

  await userEvent.clear(box)
  await userEvent.type(box, '/park')
  fireEvent.keyDown(box, { key: 'Enter', ...composing })
  expect(box).toHaveValue('/park')
  expect(sent).toEqual([])
})

test.each(composingKeys)('the search of a chat stays open, %s', async (_, composing) => {
  const session = aSession()
  openChat(session, [aMessage({ sessionId: session.id })])
  await userEvent.click(await screen.findByRole('button', { name: 'Search in this chat' }))
  const box = screen.getByRole('searchbox', { name: 'Search in this chat' })
  fireEvent.keyDown(box, { key: 'Escape', ...composing })
  expect(box).toBeInTheDocument()
})

test.each(composingKeys)('a name and an answer go on being typed, %s', async (_, composing) => {
  const form = aForm()
  const row = aResponse({ values: { service: 'cut', seats: 10 } })
  openChat(aSession())
  const details = await screen.findByRole('complementary', { name: 'Details' })
  await userEvent.click(within(details).getByRole('button', { name: 'Change the name' }))
  const name = within(details).getByRole('textbox', { name: 'Name' })
  fireEvent.keyDown(name, { key: 'Escape', ...composing })
  expect(name).toBeInTheDocument()

  serveInbox({ sessions: [] })
  server.use(
    http.get(`*/api/chats/forms/${form.id}`, () =>
      HttpResponse.json({
        form,
        responses: { items: [row], nextCursor: null, totals: { complete: 1, partial: 0 } },
      }),
    ),
  )
  renderRoute(`/chats/forms/${form.id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Service of Ravi: edit' }))
  const cell = screen.getByRole('combobox', { name: 'Service' })
  fireEvent.keyDown(cell, { key: 'Escape', ...composing })
  expect(cell).toBeInTheDocument()
})
