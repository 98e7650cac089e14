import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { openChat, replyBox } from '../testing/page.tsx'
import { aMessage, aSession } from '../testing/samples.ts'

test('the search of a chat begins in its box, and Escape leads back to the reply', async () => {
  const session = aSession()
  openChat(session, [aMessage({ sessionId: session.id, text: 'Tomorrow at five' })])
  await userEvent.click(await screen.findByRole('button', { name: 'Search in this chat' }))
  const box = screen.getByRole('searchbox', { name: 'Search in this chat' })
  expect(box).toHaveFocus()

  await userEvent.type(box, 'five{Escape}')
  expect(box).not.toBeInTheDocument()
  await waitFor(async () => expect(await replyBox()).toHaveFocus())
})
