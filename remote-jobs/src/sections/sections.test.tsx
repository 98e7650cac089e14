import { jobFieldSchema } from '@errand/contract/job-field'
import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { usePageActions } from '@errand/shared-ui'
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import {
  aJob,
  answerChanges,
  answerJob,
  name,
  openForm,
  press,
  problem,
  save,
  standardTextsIn,
} from '../testing/jobs.ts'

const job = aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.', answerOnly: true })
const toggle = (title: string) => screen.getByRole('button', { name: title })
const box = (label: string) => screen.getByRole('textbox', { name: label })

test('a closed section summarises its values and keeps them', async () => {
  const changes = answerChanges(job)
  await openForm('job_s')
  const messages = toggle('Messages')
  expect(messages).toHaveAttribute('aria-expanded', 'false')
  expect(messages).toHaveAccessibleDescription('The assistant writes its own')
  expect(toggle('Rules, tone and language')).toHaveAccessibleDescription(
    "Friendly · The customer's language · no rules",
  )
  await press('Messages')
  await userEvent.type(box('Greeting'), 'Hello!')
  await press('Rules, tone and language')
  await userEvent.type(box('Rules it must follow'), 'No prices{Enter}No advice')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tone' }), 'Brief')

  await press('Messages')
  await press('Rules, tone and language')
  expect(screen.queryByRole('textbox', { name: 'Greeting' })).not.toBeInTheDocument()
  expect(toggle('Messages')).toHaveAccessibleDescription('1 of 5 written')
  expect(toggle('Rules, tone and language')).toHaveAccessibleDescription(
    "Brief · The customer's language · 2 rules",
  )
  await save()
  await screen.findByText('Job saved')
  const rules = { tone: 'brief', guardrails: ['No prices', 'No advice'] }
  expect(changes).toMatchObject([{ greeting: 'Hello!', ...rules }])
  await press('Messages')
  expect(box('Greeting')).toHaveValue('Hello!')
})

test('each part of a section’s summary is readable on its own', async () => {
  const onComplete = { notifyOwner: false, email: ['a@shop.example'], webhookUrl: '' }
  answerChanges({
    ...job,
    handoff: { keywords: ['human', 'boss'], onLowConfidence: false, onAngry: true },
    behaviour: {
      ...job.behaviour,
      askOneAtATime: false,
      booking: { minutes: 30, capacity: 1 },
      onComplete: { ...onComplete, webhookUrl: 'https://shop.example/in' },
    },
  })
  await openForm('job_s')
  expect(toggle('How it works and hands over')).toHaveAccessibleDescription(
    'Hands over when someone is upset · Hands over on 2 keywords · 1 booking at a time, 30 minutes',
  )
  expect(toggle('When complete')).toHaveAccessibleDescription(
    'Sends to 1 e-mail address · Sends to a web address',
  )
})

test('a job without hand-over rules shows that the built-in ones apply', async () => {
  answerChanges({
    ...job,
    handoff: { keywords: [], onLowConfidence: false, onAngry: false },
    behaviour: { ...job.behaviour, askOneAtATime: false },
  })
  await openForm('job_s')
  expect(toggle('How it works and hands over')).toHaveAccessibleDescription(
    'Hands over by the built-in rules only',
  )
})

test('an invalid value opens its section and gets the focus', async () => {
  const errors = [{ pointer: '#/greeting', code: 'secret', detail: 'Never ask for a PIN.' }]
  server.use(
    answerJob(job),
    http.put('*/api/jobs/job_s', () => problem(422, 'validation_failed', { errors })),
  )
  await openForm('job_s')
  await press('When complete')
  const label = 'Send the answers to a web address'
  await userEvent.type(box(label), 'shop')
  await press('When complete')
  await save()
  await waitFor(() => expect(box(label)).toHaveFocus())
  expect(box(label)).toBeInvalid()

  await userEvent.clear(box(label))
  await press('When complete')
  await save()
  await waitFor(() => expect(box('Greeting')).toHaveFocus())
  expect(box('Greeting')).toHaveAccessibleDescription(/^Never ask for a PIN/)
})

test('problems are counted once a new job has input, and at once for a saved job', async () => {
  answerChanges(aJob({ name: 'Salon', id: 'job_p', answerOnly: true }))
  await openForm()
  expect(screen.queryByText(/problem/)).not.toBeInTheDocument()
  await userEvent.type(name(), 'Salon')
  // No instructions, and no field.
  expect(await screen.findAllByText('1 problem')).toHaveLength(2)
  await userEvent.type(box('Instructions'), 'Be kind.')
  await waitFor(() => expect(screen.getAllByText('1 problem')).toHaveLength(1))

  await openForm('job_p')
  expect(screen.getByText('1 problem')).toBeVisible()
})

test('the command palette opens a section and focuses it', async () => {
  answerChanges(job)
  await openForm('job_s')
  const { result } = renderHook(() => usePageActions())
  const actions = result.current.find(({ group }) => group === 'This job')?.actions ?? []
  expect(actions.map(({ label }) => label)).toContain('Kept test chats')
  act(() => actions.find(({ label }) => label === 'Messages')?.run())

  await waitFor(() => expect(screen.getByRole('region', { name: 'Messages' })).toHaveFocus())
  expect(box('Greeting')).toBeVisible()
})

const aField = (label: string, type: string) =>
  jobFieldSchema.parse({ key: label.toLowerCase(), label, type, order: 0, required: true })
const limitName = /^Only so many bookings/
const limit = () => screen.queryByRole('switch', { name: limitName })

test('a job without a bookable time has no booking limit', async () => {
  const birth = { ...aField('Born', 'date'), label: 'Date of birth' }
  const atAnyTime = { ...aField('Since', 'datetime'), validation: { dates: 'any' as const } }
  const time = aField('Time', 'time')
  const openBehaviour = async (fields: (typeof time)[]) => {
    cleanup()
    answerChanges({ ...job, fields })
    queryClient.clear()
    await openForm('job_s')
    await press('How it works and hands over')
  }
  await openBehaviour([birth, time, atAnyTime])
  expect(limit()).not.toBeInTheDocument()
  await openBehaviour([aField('Day', 'date')])
  expect(limit()).not.toBeInTheDocument()
  await openBehaviour([aField('Appointment', 'datetime')])
  expect(limit()).toBeVisible()
})

test('a job with a day and a time can set a booking limit and remove it', async () => {
  const changes = answerChanges({ ...job, fields: [aField('Day', 'date'), aField('Time', 'time')] })
  await openForm('job_s')
  await press('How it works and hands over')
  const pressLimit = () => userEvent.click(screen.getByRole('switch', { name: limitName }))
  await pressLimit()
  const minutes = () => screen.getByRole('spinbutton', { name: 'Each takes (minutes)' })
  await userEvent.clear(minutes())
  await press('How it works and hands over')
  expect(toggle('How it works and hands over')).toHaveAccessibleDescription(
    'One question at a time · Hands over when unsure · Hands over when someone is upset',
  )
  await press('How it works and hands over')
  await userEvent.type(minutes(), '45')
  await save()
  await waitFor(() => expect(changes).toHaveLength(1))
  expect(changes[0]).toMatchObject({ behaviour: { booking: { minutes: 45, capacity: 1 } } })

  await pressLimit()
  await save()
  await waitFor(() => expect(changes).toHaveLength(2))
  expect(JSON.stringify(changes[1])).not.toContain('"booking"')
})

test.each([
  ['the built-in rules answer', true, 'If empty: '],
  ['a model answers', false, 'If empty, the AI model writes its own, such as: '],
])('an empty message shows its default as a placeholder when %s', async (_, isBuiltIn, before) => {
  server.use(
    answerJob(job),
    http.get('*/api/jobs/standard-texts', ({ request }) => {
      const language = new URL(request.url).searchParams.get('language') ?? ''
      return HttpResponse.json(standardTextsIn(language, isBuiltIn))
    }),
  )
  await openForm('job_s')
  await press('Messages')
  const greeting = () => screen.getByRole('textbox', { name: 'Greeting' })
  await waitFor(() => expect(greeting()).toHaveAttribute('placeholder', `${before}auto Hello!`))
  const over = screen.getByRole('textbox', { name: 'When you take over' })
  expect(over).toHaveAttribute('placeholder', `${before}auto One moment.`)
  await press('Rules, tone and language')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Hindi')

  await waitFor(() => expect(greeting()).toHaveAttribute('placeholder', `${before}hi Hello!`))
})
