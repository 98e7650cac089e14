import type { AssistantRun } from '@errand/contract/chats/run'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answer, openChat } from '../../testing/page.tsx'
import { aForm, aMessage, aReply, aSession, ago, anId } from '../../testing/samples.ts'

const result: NonNullable<AssistantRun['result']> = {
  intent: 'question',
  action: 'continue',
  handoffReason: null,
  language: 'en',
  confidence: 0.9,
  replies: ['Two seats, noted. Let me ask.'],
  read: [{ key: 'seats', value: 2, evidence: 'for two' }],
  sources: ['A haircut is ₹300.'],
  unanswered: 'Is there parking?',
  removed: ['amount', 'instructions', 'link', 'amount', 'person', 'account'],
}

async function openWhy(run: Partial<AssistantRun>, billed: object = {}) {
  const session = aSession({ formId: anId('frm', 1) })
  const sessionId = session.id
  const runId = anId('run')
  const aRun: AssistantRun = {
    id: runId,
    sessionId,
    state: 'done',
    stopReason: null,
    seqFrom: 1,
    seqTo: 1,
    jobVersion: 3,
    attempt: 1,
    provider: 'built-in',
    model: 'templates',
    inputTokens: 0,
    outputTokens: 0,
    latencyMs: 40,
    result,
    error: null,
    messageIds: [],
    answersAt: null,
    createdAt: ago(1000),
    finishedAt: ago(900),
    ...run,
  }
  answer(`get */api/chats/sessions/:id/runs`, () => ({ items: [aRun], nextCursor: null }))
  answer(`get */api/chats/forms/:id`, () => ({ form: aForm() }))
  openChat(session, [
    aMessage({ sessionId, text: 'Haircut for two. Is there parking?' }),
    aReply({
      sessionId,
      author: 'assistant',
      text: 'Two seats, noted. Let me ask.',
      status: 'read',
      runId,
      billed: { units: 1, amountMinor: 20, currency: 'INR', reason: 'charged', ...billed },
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Why' }))
  return within(screen.getByRole('dialog', { name: 'Why the assistant said this' }))
}

test('the reason of a reply shows its sources, the values read and a link to answer the rest', async () => {
  const why = await openWhy({})

  expect(await why.findByText('Asked a question')).toBeVisible()
  expect(why.getByText('No answer found for:')).toBeVisible()
  expect(why.getByText('Is there parking?')).toBeVisible()
  expect(why.getByRole('link', { name: 'Answer it' })).toHaveAttribute(
    'href',
    `/jobs/${anId('job', 1)}/edit#questions`,
  )
  expect(why.getByText('From what you wrote:')).toBeVisible()
  expect(why.getByText('A haircut is ₹300.')).toBeVisible()
  expect(await why.findByText('Seats')).toBeVisible()
  expect(why.getByText('for two')).toBeVisible()
  expect(
    why.getByText(
      'Removed because it is not in your texts: an amount, a link, and an account or card number.',
    ),
  ).toBeVisible()
  expect(
    why.getByText(
      'Removed because contacts must not read it: your instructions and the name of another contact.',
    ),
  ).toBeVisible()
  expect(why.getByText('Built-in rules')).toBeVisible()
  expect(why.getByText('Cost ₹0.20')).toBeVisible()
  expect(why.queryByText(/token|sure|version|0 s/)).not.toBeInTheDocument()
})

test('the model is shown with its tokens', async () => {
  const why = await openWhy(
    { provider: 'openai', model: 'qwen3:8b', inputTokens: 900, outputTokens: 100, latencyMs: 1234 },
    { reason: 'trial', amountMinor: 0 },
  )

  expect(await why.findByText('qwen3:8b')).toBeVisible()
  expect(why.getByText('1,000 tokens')).toBeVisible()
  expect(why.getByText('90% sure')).toBeVisible()
  expect(why.getByText('1.2 s')).toBeVisible()
  expect(why.getByText('Free in the trial')).toBeVisible()
})

test('a reply of the former "scripted" provider is shown as the built-in rules', async () => {
  const why = await openWhy({ provider: 'scripted' })

  expect(await why.findByText('Built-in rules')).toBeVisible()
})
