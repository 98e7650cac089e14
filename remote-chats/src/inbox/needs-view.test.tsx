import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answer, renderRoute, replyBox, serveInbox } from '../testing/page.tsx'
import { aMessage, aSession, ago } from '../testing/samples.ts'

test('the "Needs you" view shows the reason, opens the chat at its message, and Y marks it as done', async () => {
  const message = aMessage({ sessionId: '', text: 'A person, please' })
  const needs = { reason: 'handoff' as const, since: ago(5 * 3_600_000), messageId: message.id }
  const eva = aSession({ name: 'Eva', handlerReason: 'customer_request', needs })
  const messages = { [eva.id]: [{ ...message, sessionId: eva.id }] }
  serveInbox({ sessions: [eva], messages })
  const sent = answer('post */attention', () => ({
    success: true,
    session: { ...eva, needs: undefined, seq: 2 },
  }))
  renderRoute('/chats?view=needs-you')
  const link = await screen.findByRole('link', { name: /Eva.*Asked for a person/ })
  expect(screen.getByRole('button', { name: 'Snooze Eva' })).toBeInTheDocument()
  expect(link).toHaveAttribute('href', expect.stringContaining(`message=${message.id}`))

  await userEvent.click(link)
  expect(await replyBox()).toBeVisible()
  await userEvent.keyboard('y')
  await waitFor(() => expect(sent).toEqual([{ done: true }]))
  expect(await screen.findByText('Done with Eva until something new happens')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('link', { name: /Eva/ })).not.toBeInTheDocument())
})

test('a row shows the time left to reply and the time it is sorted by', async () => {
  const hourMs = 3_600_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const window = { open: true, expiresAt: at(18.1 * hourMs), lastInboundAt: at(-6 * hourMs) }
  const needs = { reason: 'handoff', since: at(-50 * hourMs) } as const
  const lastActivityAt = at(-30 * hourMs)
  serveInbox({ sessions: [{ ...aSession(), window, needs, lastActivityAt }] })
  renderRoute('/chats?view=needs-you')

  const link = await screen.findByRole('link', { name: /Ravi/ })
  const ring = within(link).getByRole('meter', { name: /^18h \d+m left to reply freely$/ })
  expect(Number(ring.ariaValueNow)).toBeCloseTo(0.75, 1)
  expect(within(link).getByRole('time')).toHaveAttribute('datetime', lastActivityAt)
})
