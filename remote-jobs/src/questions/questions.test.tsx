import type { CreateJobAnswer, JobAnswer, JobQuestions } from '@errand/contract/job-answers'
import { paths } from '@errand/contract/paths'
import { server } from '@errand/shared-auth/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import {
  aJob,
  answerChanges,
  answerJob,
  openForm,
  press,
  problem,
  renderRoute,
} from '../testing/jobs.ts'
import { refreshQuestions } from './questions.queries.ts'

const children = 'Do you cut hair of children?'
const aQuestion = (question: string, count = 1) => ({
  question,
  count,
  lastAskedAt: new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString(),
  sessionId: 'ses_1',
})

/** Serves and stores the questions and answers of a job. */
function serveQuestions(asked: JobQuestions['open']) {
  let answers: JobAnswer[] = []
  const at = '2026-11-20T10:00:00.000Z'
  const answerOf = (input: CreateJobAnswer, id: string): JobAnswer => ({
    id,
    ...input,
    createdAt: at,
    updatedAt: at,
  })
  const state = {
    isUp: true,
    saved: [] as CreateJobAnswer[],
    /** Another tab answers, and this one receives the event. */
    answerElsewhere: async (...inputs: CreateJobAnswer[]) => {
      for (const input of inputs) keep(answerOf(input, `ans_${input.question}`))
      await act(() => refreshQuestions('job_s'))
    },
    deleteElsewhere: async () => {
      answers = []
      await act(() => refreshQuestions('job_s'))
    },
  }
  const isSettled = (question: string) => answers.some((one) => one.question === question)
  const keep = (answer: JobAnswer) => {
    answers = [answer, ...answers.filter(({ question }) => question !== answer.question)]
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
      return keep(answerOf(input, `ans_${state.saved.length}`))
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
const answersShown = () => screen.findByRole('list', { name: 'Your answers' })

test('an answer is saved in place, survives an error and a reload, and can be undone', async () => {
  const api = serveQuestions([aQuestion(children, 3), aQuestion('Is there parking?')])
  await openForm('job_s')
  const asked = within(await item(children))
  expect(asked.getByText(/Asked 3 times, last 2 hours ago/)).toBeVisible()
  expect(asked.getByRole('link', { name: 'Open chat' })).toHaveAttribute(
    'href',
    '/chats?session=ses_1',
  )

  api.isUp = false
  await userEvent.type(await boxOf(children), 'Yes, from three.')
  await userEvent.click(asked.getByRole('button', { name: 'Save answer' }))
  expect(await asked.findByRole('alert')).toHaveTextContent('Server error')
  expect(await boxOf(children)).toHaveValue('Yes, from three.')
  // The job's form has not changed.
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument()

  cleanup()
  await openForm('job_s')
  expect(await boxOf(children)).toHaveValue('Yes, from three.')
  api.isUp = true
  await userEvent.click(within(await item(children)).getByRole('button', { name: 'Save answer' }))
  expect(await screen.findByText('Answer saved. Used from the next message.')).toBeInTheDocument()
  expect(api.saved).toEqual([{ question: children, answer: 'Yes, from three.' }])
  await answersShown()
  expect(answersOf().getByText('Yes, from three.')).toBeVisible()
  expect(screen.queryByRole('listitem', { name: children })).not.toBeInTheDocument()
  // The next question can be answered at once.
  const next = await boxOf('Is there parking?')
  await waitFor(() => expect(next).toHaveFocus())
  await press('What customers asked')
  expect(screen.getByText('1 open question')).toBeVisible()
  await press('What customers asked')

  await press('Undo: saving the answer')
  expect(await boxOf(children)).toHaveValue('Yes, from three.')
  expect(screen.queryByRole('list', { name: 'Your answers' })).not.toBeInTheDocument()
})

test('dismissing a question, changing and deleting an answer can be undone', async () => {
  serveQuestions([aQuestion(children)])
  await openForm('job_s')
  await userEvent.type(await boxOf(children), 'N')
  await userEvent.click(within(await item(children)).getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText(/you can answer it here/)).toBeVisible()
  await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'questions'))
  await press('Undo: dismissing the question')
  const open = await boxOf(children)
  expect(open).toHaveValue('N')
  await userEvent.type(open, 'o.{Control>}{Enter}{/Control}')

  await answersShown()
  await press(`Change the answer to “${children}”`)
  const box = answersOf().getByRole('textbox', { name: 'Your answer' })
  await waitFor(() => expect(box).toHaveFocus())
  await userEvent.clear(box)
  await userEvent.type(box, 'Yes!{Escape}')
  expect(screen.getByText('Not saved yet')).toBeVisible()
  await press(`Change the answer to “${children}”`)
  expect(answersOf().getByRole('textbox')).toHaveValue('Yes!')
  await userEvent.click(answersOf().getByRole('button', { name: 'Save answer' }))
  expect(await answersOf().findByText('Yes!', { selector: 'bdi' })).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Change the answer/ })).toHaveFocus(),
  )

  await press(`Delete the answer to “${children}”`)
  expect(await item(children)).toBeVisible()
  await press('Undo: deleting the answer')
  expect(await screen.findByText('Yes!', { selector: 'bdi' })).toBeVisible()
})

const parking = 'Is there parking?'

test('a typed answer stays with its question when another tab answers it', async () => {
  const api = serveQuestions([aQuestion(children), aQuestion(parking)])
  await openForm('job_s')
  const box = await boxOf(children)
  await userEvent.type(box, 'Yes, ')
  await api.answerElsewhere({ question: children, answer: 'No.' })

  expect(await within(await item(children)).findByText('Answered elsewhere')).toBeVisible()
  expect(box).toHaveFocus()
  await userEvent.keyboard('from three.')
  expect(await boxOf(children)).toHaveValue('Yes, from three.')
  expect(await boxOf(parking)).toHaveValue('')

  await userEvent.keyboard('{Meta>}{Enter}{/Meta}')
  await waitFor(async () => expect(await boxOf(parking)).toHaveFocus())
  expect(screen.queryByRole('listitem', { name: children })).not.toBeInTheDocument()
  expect(api.saved).toEqual([{ question: children, answer: 'Yes, from three.' }])

  // An empty box stays only while it has the focus.
  await api.answerElsewhere({ question: parking, answer: null })
  expect(await boxOf(parking)).toHaveFocus()
  await userEvent.click(screen.getByRole('textbox', { name: 'Name' }))
  await waitFor(() =>
    expect(screen.queryByRole('listitem', { name: parking })).not.toBeInTheDocument(),
  )
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('an edited answer survives a reload and its deletion in another tab', async () => {
  const api = serveQuestions([aQuestion(children)])
  await openForm('job_s')
  await item(children)
  await api.answerElsewhere({ question: children, answer: 'No.' })
  await answersShown()
  await press(`Change the answer to “${children}”`)
  await userEvent.type(answersOf().getByRole('textbox'), ' Sorry!')

  cleanup()
  await openForm('job_s')
  await press('What customers asked')
  await answersShown()
  expect(answersOf().getByRole('textbox')).toHaveValue('No. Sorry!')
  await api.deleteElsewhere()
  expect(await screen.findByText('Deleted elsewhere')).toBeVisible()
  await userEvent.click(answersOf().getByRole('button', { name: 'Save answer' }))
  expect(await answersOf().findByText('No. Sorry!', { selector: 'bdi' })).toBeVisible()
  expect(api.saved).toEqual([{ question: children, answer: 'No. Sorry!' }])
})

test('a link opens the questions, and a new job has none', async () => {
  serveQuestions(Array.from({ length: 8 }, (_, index) => aQuestion(`Question ${index}?`)))
  renderRoute('/jobs/job_s/edit#questions')
  const list = await screen.findByRole('list', { name: 'Questions it could not answer' })
  await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'questions'))
  expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  await press('Show 5 more')
  expect(within(list).getAllByRole('listitem')).toHaveLength(8)
  await waitFor(async () => expect(await boxOf('Question 3?')).toHaveFocus())

  cleanup()
  await openForm()
  expect(screen.queryByRole('button', { name: 'What customers asked' })).not.toBeInTheDocument()
})

test('a link opens one question or its answer, and the rest can be expanded', async () => {
  const questions = Array.from({ length: 8 }, (_, index) => `Question ${index}?`)
  const api = serveQuestions(questions.map((question) => aQuestion(question)))
  const linkTo = (question: string) => ({
    pathname: paths.jobs.edit('job_s'),
    hash: '#questions',
    state: { question: question.toLowerCase() },
  })
  renderRoute(linkTo('Question 6?'))
  await waitFor(async () => expect(await boxOf('Question 6?')).toHaveFocus())
  await api.answerElsewhere(...questions.map((question) => ({ question, answer: 'Yes.' })))

  cleanup()
  renderRoute(linkTo('Question 1?'))
  const nameOf = (question: string) => `Change the answer to “${question}”`
  await waitFor(() =>
    expect(screen.getByRole('button', { name: nameOf('Question 1?') })).toHaveFocus(),
  )
  expect(answersOf().getAllByRole('listitem')).toHaveLength(4)
  await press('Show all 8')
  expect(answersOf().getAllByRole('listitem')).toHaveLength(8)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: nameOf('Question 4?') })).toHaveFocus(),
  )
})

test('an answer that is too long is kept, not saved, and does not block saving the job', async () => {
  const state = serveQuestions([aQuestion(children)])
  const changes = answerChanges(aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.' }))
  await openForm('job_s')
  const box = await boxOf(children)
  await userEvent.click(box)
  await userEvent.paste('a'.repeat(1001))
  expect(box).toHaveValue('a'.repeat(1001))
  expect(box).toHaveAccessibleDescription(/^Too long by 1 character\./)
  expect(screen.getByRole('button', { name: 'Save answer' })).toBeDisabled()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 's')
  await press('Save')
  await screen.findByText('Job saved')
  expect([changes.length, state.saved]).toEqual([1, []])

  await userEvent.type(box, '{Backspace}')
  await press('Save answer')
  await waitFor(() => expect(state.saved).toMatchObject([{ answer: 'a'.repeat(1000) }]))
})
