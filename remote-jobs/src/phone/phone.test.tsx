import type { TestJobInput } from '@errand/contract/job-test'
import { server } from '@errand/shared-auth/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { aTurn } from '../testing/ai.ts'
import {
  aJob,
  answerChanges,
  name,
  openForm,
  press,
  problem,
  save,
  saved,
} from '../testing/jobs.ts'

const day = {
  key: 'day',
  label: 'Day',
  type: 'date' as const,
  required: true,
  order: 0,
  sensitive: false,
}
const job = aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.', fields: [day] })

// Wide enough for the phone beside the form; on narrow screens it is behind a button.
beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('>=') }),
  )
})

const phone = () => screen.findByRole('region', { name: 'Test chat' })
async function say(text: string) {
  const box = within(await phone()).getByRole('textbox', { name: 'Message' })
  await userEvent.type(box, text)
  // During composition of an input method; Safari reports it by the key code alone.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
  expect(box).toHaveValue(text)
  await userEvent.keyboard('{Enter}')
}
const log = () => screen.getByRole('log', { name: 'Messages of the test chat' })

test('the test chat uses the unsaved form and fills in the fields', async () => {
  const asked: TestJobInput[] = []
  const first = aTurn('Which day?')
  Object.assign(first.collected, { asked: ['day'], isShown: true })
  server.use(
    http.post('*/api/jobs/test', async ({ request }) => {
      asked.push((await request.json()) as TestJobInput)
      return HttpResponse.json(
        asked.length === 1
          ? first
          : aTurn('Thanks.', {
              action: 'complete',
              values: { day: '2026-11-23' },
              progress: { required: 1, answered: 1, complete: true },
            }),
      )
    }),
  )
  await openForm()
  await userEvent.type(name(), 'Unsaved')
  await press('Add field')
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'Day')
  await press('Add field')
  await say('Hello')
  expect(await within(log()).findByText('Which day?')).toBeVisible()
  expect(screen.getByText('1 field is not ready and was left out.')).toBeVisible()
  await say('Monday')

  expect(await within(log()).findByText('Complete')).toBeVisible()
  const answers = within(screen.getByRole('region', { name: 'Collected' }))
  expect(answers.getByText('2026-11-23')).toBeVisible()
  expect(answers.getByRole('status')).toHaveTextContent('Day: 2026-11-23')
  expect(answers.getByText('1 of 1 required')).toBeVisible()
  expect(asked[0]).toMatchObject({ job: { name: 'Unsaved', fields: [{ key: 'day' }] } })
  expect(asked[1]).toMatchObject({
    messages: [
      { author: 'contact', text: 'Hello' },
      { author: 'assistant', text: 'Which day?' },
      { author: 'contact', text: 'Monday' },
    ],
    collected: first.collected,
  })
})

test('a failed answer is shown and can be retried', async () => {
  answerChanges(job)
  let answer = (): Response => problem(503, 'ai_unavailable')
  server.use(http.post('*/api/jobs/job_s/test', () => answer()))
  await openForm('job_s')
  await say('Hi')
  expect(await screen.findByText(/The AI is not available.*Your test chat is kept/)).toBeVisible()
  answer = () => problem(500, 'internal')
  await press('Try again')
  expect(await screen.findByText(/Something went wrong/)).toBeVisible()
  expect(within(log()).getByText('Hi')).toBeVisible()

  answer = () => HttpResponse.json(aTurn('Hello!'))
  await press('Try again')
  expect(await within(log()).findByText('Hello!')).toBeVisible()
})

test('a kept test chat is replayed after each save and shows what changed', async () => {
  let reply = 'Which day?'
  let isUp = true
  answerChanges(job)
  server.use(
    http.post('*/api/jobs/job_s/test', () =>
      isUp ? HttpResponse.json(aTurn(reply)) : problem(500, 'internal'),
    ),
  )
  await openForm('job_s')
  await say('A haircut')
  await within(log()).findByText('Which day?')
  await press('Keep as a test')
  await press('Kept test chats')
  const tests = within(screen.getByRole('list', { name: 'Kept test chats' }))
  expect(tests.getByText('A haircut')).toBeVisible()

  await userEvent.type(screen.getByRole('textbox', { name: 'Instructions' }), ' Always.')
  await save()
  expect(await screen.findByText('None of 1 changed')).toBeVisible()

  reply = 'When would you like to come?'
  await userEvent.type(name(), '!')
  await save()
  expect(await screen.findByText('1 of 1 changed')).toBeVisible()
  expect(tests.getByText('Different wording')).toBeVisible()
  await userEvent.click(tests.getByRole('button', { name: 'Compare' }))
  expect(tests.getByText(/like to come/, { selector: 'ins' })).toBeVisible()
  await userEvent.click(tests.getByRole('button', { name: 'Accept this result' }))

  await press('Replay all')
  expect(await screen.findByText('None of 1 changed')).toBeVisible()
  isUp = false
  await press('Replay all')
  expect(await screen.findByText('No reply: 1.')).toBeVisible()
  await userEvent.click(tests.getByRole('button', { name: 'Remove A haircut' }))
  expect(screen.queryByText('No reply: 1.')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByText(/No test chat is kept yet/)).toBeVisible())
})

test.each([
  ['has its reply', 'Which day?'],
  ['waits for its reply', undefined],
])('the test chat of an unsaved job continues after publishing: one that %s', async (_, reply) => {
  const asked: string[] = []
  server.use(
    http.post('*/api/jobs/*', async ({ request }) => {
      asked.push(new URL(request.url).pathname)
      if (reply === undefined && asked.length === 1) await new Promise(() => {})
      return HttpResponse.json(aTurn('Which day?'))
    }),
    http.post('*/api/jobs', () => saved(job, 201)),
  )
  answerChanges(job, (sent) => ({ ...job, ...sent, fields: job.fields }))
  const router = await openForm()
  await userEvent.type(name(), 'Salon')
  await userEvent.type(screen.getByRole('textbox', { name: 'Instructions' }), 'Be kind.')
  await userEvent.click(screen.getByRole('checkbox', { name: /^Only answer questions/ }))
  await say('Hello')
  await within(log()).findByText(reply ?? 'Hello')
  await press('Publish')

  await screen.findByRole('button', { name: 'Versions' })
  expect(router.state.location.pathname).toBe('/jobs/job_s/edit')
  expect(await within(log()).findByText('Which day?')).toBeVisible()
  expect(within(log()).getByText('Hello')).toBeVisible()
  await say('Monday')
  await waitFor(() => expect(asked.at(-1)).toBe('/api/jobs/job_s/test'))
  expect(asked).toHaveLength(reply === undefined ? 3 : 2)
})
