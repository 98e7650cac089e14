import { recentTopic } from '@errand/contract/recent'
import type { Found } from '@errand/contract/search'
import { browserStorage, draftsOf, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'

import { Palette } from './palette.tsx'

const nothing: Found = { contacts: [], answers: [], jobs: [], messages: [] }
const inChat = { sessionId: 'ses_1', contactName: 'Meera Kulkarni' }
const found: Found = {
  contacts: [{ id: 'con_1', phoneNumber: '+919800000001', ...inChat }],
  answers: [
    {
      ...inChat,
      formId: 'frm_1',
      jobName: 'Salon',
      label: 'Service',
      snippet: { text: 'A haircut for Meera', marks: [{ start: 14, end: 19 }] },
    },
  ],
  jobs: [{ id: 'job_1', name: 'Meeting rooms', status: 'active' }],
  messages: [
    {
      ...inChat,
      id: 'msg_1',
      author: 'contact',
      at: '2026-11-21T10:00:00Z',
      snippet: { text: 'Meera here', marks: [{ start: 0, end: 5 }] },
    },
  ],
}

/** Opens the palette; answers what was searched for, and the router. */
function open(give: (q: string) => Found | Promise<Found> = () => nothing) {
  const asked: string[] = []
  server.use(
    http.get('*/api/search', async ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      asked.push(q)
      return HttpResponse.json(await give(q))
    }),
  )
  const router = createMemoryRouter(
    [{ path: '*', element: <Palette remotes={[]} onClose={() => {}} /> }],
    { initialEntries: ['/dashboard'] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { asked, router }
}

const type = async (text: string) => userEvent.type(await screen.findByRole('combobox'), text)
const group = (name: string) => screen.findByRole('group', { name })

test('people, answers, jobs and messages are found while typing, with matches marked', async () => {
  const { asked } = open(() => found)
  await type('meer')

  expect(within(await group('People')).getByRole('option')).toHaveTextContent(
    'Meera Kulkarni+919800000001',
  )
  // Beside Arabic the plus sign would go to its end.
  expect(screen.getByText('+919800000001')).toHaveProperty('tagName', 'BDI')
  expect(within(await group('Answers')).getByRole('option')).toHaveTextContent(
    'Meera Kulkarni · ServiceA haircut for MeeraSalon',
  )
  expect(within(await group('Jobs')).getByRole('option')).toHaveTextContent('Meeting rooms')
  const message = await group('Messages')
  expect(within(message).getByText('Meera', { selector: 'mark' })).toBeVisible()
  expect(within(message).getByText('Meer', { selector: 'mark' })).toBeVisible()
  // Only once, although four letters were typed.
  expect(asked).toEqual(['meer'])
})

test.each([
  ['People', '/chats?session=ses_1'],
  ['Answers', '/chats/bookings/frm_1?q=meer'],
  ['Jobs', '/jobs/job_1/edit'],
  ['Messages', '/chats?session=ses_1&message=msg_1'],
])('a result in %s opens its page', async (name, to) => {
  const { router } = open(() => found)
  await type('meer')
  await userEvent.click(within(await group(name)).getByRole('option'))

  const { pathname, search } = router.state.location
  expect(pathname + search).toBe(to)
})

test('earlier results stay until the next ones are there', async () => {
  open(async (q) => {
    if (q === 'me') return found
    await delay(300)
    return nothing
  })
  await type('me')
  await group('People')

  await type('x')
  expect(screen.getByRole('group', { name: 'People' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('group', { name: 'People' })).toBeNull())
  expect(screen.getByText('No matches.')).toBeVisible()
})

test.each(['holidays', 'Holidyas', 'hours and'])(
  'a section of the settings is found by %j, without the api',
  async (typed) => {
    const { router } = open()
    await type(typed)
    await userEvent.click(within(await group('Settings')).getByRole('option'))

    expect(router.state.location).toMatchObject({ pathname: '/settings', hash: '#hours' })
  },
)

test('an empty search offers recently opened items', async () => {
  const { write } = draftsOf('anyone', recentTopic, browserStorage)
  write('chats', [{ id: 'ses_1', label: 'Ravi', at: '2026-11-21T10:00:00Z' }])
  write('jobs', [{ id: 'job_1', label: 'Salon booking', at: '2026-11-21T11:00:00Z' }])
  const { router, asked } = open()

  const options = within(await group('Recent')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Salon bookingJob', 'RaviChat'])
  await userEvent.click(options[0]!)
  expect(router.state.location.pathname).toBe('/jobs/job_1/edit')
  expect(asked).toEqual([])

  await type('x')
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
})
