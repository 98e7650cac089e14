import { readRecent, recentTopic } from '@errand/contract/recent'
import { browserStorage, draftsOf } from '@errand/shared-auth'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answer, renderRoute, replyBox, serveInbox } from '../../testing/page.tsx'
import { aMessage, aSession, aSessionList } from '../../testing/samples.ts'

test('a search shows the found message with its match marked, and opens the chat there', async () => {
  const ravi = aSession({ name: 'Ravi' })
  const message = aMessage({ sessionId: ravi.id, text: 'My bicycle is broken' })
  serveInbox({ sessions: [ravi], messages: { [ravi.id]: [message] } })
  const snippet = { text: message.text, marks: [{ start: 3, end: 7 }] }
  answer('get */api/chats/sessions', ({ q }) =>
    aSessionList(
      [ravi],
      q === undefined ? {} : { found: { [ravi.id]: { messageId: message.id, snippet } } },
    ),
  )
  renderRoute('/chats?q=bicy')

  const row = await screen.findByRole('link', { name: /Ravi/ })
  expect(row).toHaveTextContent('My bicycle is broken')
  expect(within(row).getByText('bicy', { selector: 'mark' })).toBeVisible()
  expect(row).not.toHaveTextContent('Tomorrow 5 pm?')
  expect(row).toHaveAttribute('href', expect.stringContaining(`message=${message.id}`))

  await userEvent.click(row)
  expect(await replyBox()).toBeVisible()
  const { read } = draftsOf('anyone', recentTopic, browserStorage)
  await waitFor(() =>
    expect(readRecent(read('chats'))).toMatchObject([{ id: ravi.id, label: 'Ravi' }]),
  )
})
