import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { aTurn } from '../testing/ai.ts'
import {
  aJob,
  aList,
  answerJob,
  answerList,
  connectNumber,
  press,
  problem,
  renderRoute,
} from '../testing/jobs.ts'

const day = { key: 'day', label: 'Day', type: 'date' as const, required: true, order: 0 }
const salon = aJob({ name: 'Salon', id: 'job_s', fields: [day] })
const greeter = aJob({ name: 'Greeter', id: 'job_g', status: 'active' })

const sheet = () => screen.findByRole('dialog', { name: 'Try it out' })
const phone = async () => within(await sheet()).findByRole('region', { name: 'Test chat' })

test('one click on a job opens a test chat with the saved job', async () => {
  const sent: unknown[] = []
  const { business } = owner.settings
  queryClient.setQueryData(profileQuery().queryKey, {
    ...owner,
    settings: { ...owner.settings, business: { ...business, name: 'Asha Hair' } },
  })
  server.use(
    answerList(() => aList([salon])),
    answerJob(salon),
    http.post('*/api/jobs/job_s/test', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(aTurn('Which day?'))
    }),
  )
  const router = renderRoute('/jobs?sort=name')
  await userEvent.click(await screen.findByRole('button', { name: 'Try it: Salon' }))

  const opened = within(await phone())
  expect(opened.getByRole('heading', { name: 'Asha Hair' })).toBeVisible()
  expect(opened.getByText('Salon')).toBeVisible()
  expect(opened.getByText('Day')).toBeVisible()
  expect(opened.getByRole('textbox', { name: 'Message' })).toHaveFocus()
  await userEvent.keyboard('Hello{Enter}')
  expect(await opened.findByText('Which day?')).toBeVisible()
  expect(sent).toEqual([{ messages: [{ author: 'contact', text: 'Hello' }] }])

  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(router.state.location.search).toBe('?sort=name')
})

test('without a job in the address the sheet tests the job for every chat, or else the newest', async () => {
  const booker = { ...aJob({ name: 'Booker' }), trigger: { type: 'link' as const, code: 'Book' } }
  let active = [{ ...booker, status: 'active' as const }, greeter]
  server.use(
    answerList((query) => {
      expect(query.get('sort') ?? '-updatedAt').toMatch(/^-(?:created|updated)At$/)
      return aList(query.get('status') === 'active' ? active : [salon, booker])
    }),
  )
  const router = renderRoute('/jobs?try=')
  expect(within(await phone()).getByText('Greeter')).toBeVisible()
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  active = []
  await router.navigate('/jobs?try=')
  expect(within(await phone()).getByText('Salon')).toBeVisible()
})

test('the job for every chat is found beyond the first page of jobs', async () => {
  const booker = { ...aJob({ name: 'Booker' }), trigger: { type: 'link' as const, code: 'Book' } }
  server.use(
    answerList((query) =>
      query.get('cursor') === 'next' ? aList([greeter]) : aList([booker], 'next'),
    ),
  )
  renderRoute('/jobs?try=')
  expect(within(await phone()).getByText('Greeter')).toBeVisible()
})

test('without any job the sheet links to a new job', async () => {
  server.use(answerList(() => aList([])))
  renderRoute('/jobs?try=')

  const opened = within(await sheet())
  expect(await opened.findByRole('heading', { name: 'No job to try yet' })).toBeVisible()
  expect(opened.getByRole('link', { name: 'New job' })).toHaveAttribute('href', '/jobs/new')
})

test('a job that cannot be loaded shows the reason and can be retried', async () => {
  server.use(
    answerList(() => aList([salon])),
    http.get('*/api/jobs/job_s', () => problem(404, 'not_found')),
  )
  renderRoute('/jobs?try=job_s')
  const opened = within(await sheet())
  expect(await opened.findByText('The requested resource was not found')).toBeVisible()

  server.use(answerJob(salon))
  await press('Retry')
  expect(within(await phone()).getByText('Salon')).toBeVisible()
})

test('a connected number is shown below the phone as a link and a QR code', async () => {
  connectNumber({ provider: 'cloud_api', chatLink: 'https://wa.me/919876543210' })
  const table = { ...salon, trigger: { type: 'link' as const, code: 'Book a table' } }
  server.use(
    answerList(() => aList([table])),
    answerJob(table),
  )
  renderRoute('/jobs?try=job_s')

  const opened = within(await sheet())
  expect(await opened.findByRole('heading', { name: 'On a real phone' })).toBeVisible()
  expect(opened.getByRole('textbox', { name: 'Your link' })).toHaveValue(
    'https://wa.me/919876543210?text=Book%20a%20table',
  )
  expect(await opened.findByRole('img', { name: 'QR code of the link' })).toBeVisible()
  expect(opened.getByText(/answers only once it is published and active/)).toBeVisible()
})

test('the link of a job with keywords has the first keyword as its text', async () => {
  connectNumber({ provider: 'cloud_api', chatLink: 'https://wa.me/919876543210' })
  const keywords = ['Haircut', 'trim']
  const cut = { ...salon, trigger: { type: 'keyword' as const, keywords, match: 'exact' as const } }
  server.use(
    answerList(() => aList([cut])),
    answerJob(cut),
  )
  renderRoute('/jobs?try=job_s')

  const link = await within(await sheet()).findByRole('textbox', { name: 'Your link' })
  expect(link).toHaveValue('https://wa.me/919876543210?text=Haircut')
})

test('a simulated number is opened by a link with the message', async () => {
  const chatLink = 'http://localhost:5000/simulator?business=usr_1'
  connectNumber({ provider: 'simulator', chatLink })
  const table = { ...greeter, trigger: { type: 'link' as const, code: 'Book' } }
  server.use(
    answerList(() => aList([table])),
    answerJob(table),
  )
  renderRoute('/jobs?try=job_g')

  const opened = within(await sheet())
  expect(await opened.findByRole('heading', { name: 'As a customer' })).toBeVisible()
  const link = opened.getByRole('link', { name: /^Open the simulated phone/ })
  expect(link).toHaveAttribute('href', `${chatLink}&text=Book`)
  expect(opened.queryByRole('img')).not.toBeInTheDocument()
  expect(opened.queryByText(/answers only once/)).not.toBeInTheDocument()
})
