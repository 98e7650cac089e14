import type { CreateJobAnswer, JobAnswer, JobQuestions } from '@errand/contract/job-answers'
import { server } from '@errand/shared-auth/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { aJob, answerJob, openForm, press, problem, renderRoute } from '../testing/jobs.ts'

const children = 'Do you cut hair of children?'
const aQuestion = (question: string, count = 1) => ({
  question,
  count,
  lastAskedAt: new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString(),
  sessionId: 'ses_1',
})

/** An api that keeps what it is told about the questions of a job. */
function serveQuestions(asked: JobQuestions['open']) {
  let answers: JobAnswer[] = []
  const state = { isUp: true, saved: [] as CreateJobAnswer[] }
  const at = '2026-11-20T10:00:00.000Z'
  const isSettled = (question: string) => answers.some((one) => one.question === question)
  const keep = (answer: JobAnswer) => {
    answers = [answer, ...answers.filter(({ id }) => id !== answer.id)]
    return HttpResponse.json({ success: true, answer })
  }
  server.use(
    answerJob(aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.' })),
    http.get('*/api/jobs/job_s/questions', () =>
      HttpResponse.json({
        open: asked.filter(({ question }) => !isSettled(question)),
        answered: answers.filter(({ answer }) => answer !== null),
      }),
    ),
    http.post('*/api/jobs/job_s/answers', async ({ request }) => {
      if (!state.isUp) return problem(500, 'internal')
      const input = (await request.json()) as CreateJobAnswer
      state.saved.push(input)
      return keep({ id: `ans_${state.saved.length}`, ...input, createdAt: at, updatedAt: at })
    }),
    http.put('*/api/jobs/job_s/answers/:id', async ({ params, request }) => {
      const { answer } = (await request.json()) as { answer: string }
      const present = answers.find(({ id }) => id === params['id'])
      return keep({ ...present!, answer })
    }),
    http.delete('*/api/jobs/job_s/answers/:id', ({ params }) => {
      answers = answers.filter(({ id }) => id !== params['id'])
      return HttpResponse.json({ success: true })
    }),
  )
  return state
}

const item = (name: string) => screen.findByRole('listitem', { name })
const boxOf = async (name: string) =>
  within(await item(name)).getByRole('textbox', { name: 'Your answer' })
const answersOf = () => within(screen.getByRole('list', { name: 'Your answers' }))

test('a question is answered where it is shown, outlives a failure and a reload, and can be taken back', async () => {
  const api = serveQuestions([aQuestion(children, 3), aQuestion('Is there parking?')])
  await openForm('job_s')
  const asked = within(await item(children))
  expect(asked.getByText(/Asked 3 times, last 2 hours ago/)).toBeVisible()
  expect(asked.getByRole('link', { name: 'Open chat' })).toHaveAttribute(
    'href',
    '/chats?session=ses_1',
  )
  expect(screen.getByRole('img', { name: '2 open questions' })).toBeVisible()

  api.isUp = false
  await userEvent.type(await boxOf(children), 'Yes, from three.')
  await userEvent.click(asked.getByRole('button', { name: 'Save answer' }))
  expect(await asked.findByRole('alert')).toHaveTextContent('Server error')
  expect(await boxOf(children)).toHaveValue('Yes, from three.')
  // It is no part of the job's form.
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument()

  cleanup()
  await openForm('job_s')
  expect(await boxOf(children)).toHaveValue('Yes, from three.')
  api.isUp = true
  await userEvent.click(within(await item(children)).getByRole('button', { name: 'Save answer' }))
  expect(
    await screen.findByText('Answer saved. Used from the next message on.'),
  ).toBeInTheDocument()
  expect(api.saved).toEqual([{ question: children, answer: 'Yes, from three.' }])
  expect(answersOf().getByText('Yes, from three.')).toBeVisible()
  expect(screen.queryByRole('listitem', { name: children })).not.toBeInTheDocument()
  // The next question can be answered at once.
  expect(await boxOf('Is there parking?')).toHaveFocus()
  expect(screen.getByRole('img', { name: '1 open question' })).toBeVisible()

  await press('Undo: saving the answer')
  expect(await boxOf(children)).toHaveValue('Yes, from three.')
  expect(screen.queryByRole('list', { name: 'Your answers' })).not.toBeInTheDocument()
})

test('a question is dismissed, an answer changed and deleted, each to be taken back', async () => {
  serveQuestions([aQuestion(children)])
  await openForm('job_s')
  await userEvent.click(within(await item(children)).getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText(/you can answer it here/)).toBeVisible()
  await press('Undo: dismissing the question')
  await userEvent.type(await boxOf(children), 'No.')
  await press('Save answer')

  await screen.findByRole('list', { name: 'Your answers' })
  await press(`Change the answer to “${children}”`)
  const box = answersOf().getByRole('textbox', { name: 'Your answer' })
  expect(box).toHaveFocus()
  await userEvent.clear(box)
  await userEvent.type(box, 'Yes!')
  await userEvent.click(answersOf().getByRole('button', { name: 'Save answer' }))
  expect(await answersOf().findByText('Yes!', { selector: 'p' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Change the answer/ })).toHaveFocus()

  await press(`Delete the answer to “${children}”`)
  expect(await item(children)).toBeVisible()
  await press('Undo: deleting the answer')
  expect(await screen.findByText('Yes!', { selector: 'p' })).toBeVisible()
})

test('a link leads to the questions; a new job has none', async () => {
  serveQuestions(Array.from({ length: 8 }, (_, index) => aQuestion(`Question ${index}?`)))
  renderRoute('/jobs/job_s/edit#questions')
  const list = await screen.findByRole('list', { name: 'Questions it could not answer' })
  await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'questions'))
  expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  await press('Show 5 more')
  expect(within(list).getAllByRole('listitem')).toHaveLength(8)

  cleanup()
  await openForm()
  expect(screen.queryByRole('button', { name: 'Questions' })).not.toBeInTheDocument()
})
