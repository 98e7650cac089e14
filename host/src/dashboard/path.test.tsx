import type { AuthStats, User } from '@errand/contract/auth'
import { createJobSchema } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { accountStatsQuery } from '../account/account.ts'
import { createRemotes } from '../federation/remotes.ts'
import { signUpLinkWith } from '../landing/sign-up-link.ts'
import { nextPath } from '../session/session.ts'
import { accountStats } from '../testing/account.ts'
import { aRemote } from '../testing/remote-release.ts'
import { DashboardPage } from './dashboard-page.tsx'

afterEach(() => vi.restoreAllMocks())

const nothing = { total: 0, active: 0, paused: 0, draft: 0 }
const firstDay: AuthStats = {
  ...accountStats,
  jobs: nothing,
  trial: { ...accountStats.trial, daysLeft: 30, messagesLeft: 500 },
  setup: { ...accountStats.setup, business: false, firstTest: false, firstCustomer: false },
}

type Business = User['settings']['business']
const ownerWith = (business: Partial<Business>, whatsapp: object = {}): User => ({
  ...owner,
  settings: {
    ...owner.settings,
    business: { ...owner.settings.business, ...business },
    whatsapp: { ...owner.settings.whatsapp, ...whatsapp },
  },
})
const newOwner = ownerWith({})

/** Opens the dashboard with an api that keeps what is saved, and gives back what it was sent. */
function open({
  stats = {},
  user = newOwner,
  at = paths.dashboard,
}: { stats?: Partial<AuthStats>; user?: User; at?: string } = {}) {
  const sent: { settings: { business: Partial<Business> } }[] = []
  server.use(
    http.get('*/api/auth/stats', () => HttpResponse.json({ ...firstDay, ...stats })),
    http.put('*/api/auth/settings', async ({ request }) => {
      const input = (await request.json()) as (typeof sent)[number]
      sent.push(input)
      const saved = ownerWith(input.settings.business)
      const settings = { ...saved.settings, version: owner.settings.version + 1 }
      return HttpResponse.json({ success: true, user: { ...saved, settings } })
    }),
  )
  queryClient.setQueryData(profileQuery().queryKey, user)
  const widget = aRemote('Jobs', { widget: [] })
  const remotes = createRemotes([widget], async () => ({ Widget: () => <p>Jobs at a glance</p> }))
  const router = createMemoryRouter(
    [
      { path: paths.dashboard, element: <DashboardPage remotes={remotes} /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [at] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { sent, router }
}

const list = () => screen.findByRole('list', { name: 'Getting started' })
/** The step that is open. */
const current = async () =>
  within(await list())
    .getAllByRole('listitem')
    .find((item) => item.getAttribute('aria-current') === 'step')
const nameField = () => screen.findByRole('textbox', { name: 'Business name' })

test('until a contact writes the dashboard shows the first steps, without figures and widgets', async () => {
  open()
  const steps = within(await list()).getAllByRole('heading')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Your business',
    'Tell the assistant what to do',
    'Try it out',
    'Connect your WhatsApp number',
    'Your first customer',
  ])
  expect(screen.getByText('Free for 30 days, up to 500 messages.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Figures' })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Top up' })).not.toBeInTheDocument()
  expect(screen.queryByText('Jobs at a glance')).not.toBeInTheDocument()

  // As an event about the first message refreshes it.
  server.use(
    http.get('*/api/auth/stats', () => HttpResponse.json(accountStats)),
    http.get('*/api/chats/stats', () => new HttpResponse(null, { status: 503 })),
  )
  await act(() => queryClient.invalidateQueries(accountStatsQuery()))
  expect(await screen.findByRole('region', { name: 'Figures' })).toBeVisible()
  expect(await screen.findByText('Jobs at a glance')).toBeVisible()
})

test('the business is saved in one step, with a guessed time zone and locale', async () => {
  const here = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Asia/Katmandu' }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(here)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['hi', 'en-US'])
  const { sent } = open()

  await userEvent.type(await nameField(), 'Asha Cycles')
  await userEvent.type(
    screen.getByRole('textbox', { name: 'What kind of business is it?' }),
    'Bicycle repair shop',
  )
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Kathmandu')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))

  const sentence = await screen.findByRole('textbox', { name: 'What should it do?' })
  const business = {
    name: 'Asha Cycles',
    description: 'Bicycle repair shop',
    timeZone: 'Asia/Kathmandu',
    locale: 'hi-IN',
  }
  expect(sent).toEqual([{ settings: { business } }])
  expect(sentence).toHaveFocus()
  expect(within(await list()).getByRole('img', { name: 'Done' })).toBeVisible()
})

test('a time zone is found by its city', async () => {
  open()
  const zone = await screen.findByRole('combobox', { name: 'Time zone' })
  await userEvent.clear(zone)
  await userEvent.type(zone, 'kolk')
  await userEvent.click(await screen.findByRole('option', { name: 'Asia/Kolkata' }))
  expect(zone).toHaveValue('Asia/Kolkata')
})

test('an error is shown at its field, and the typed text stays', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  const name = await nameField()
  expect(name).toHaveAccessibleDescription('Enter a name of up to 80 characters.')
  expect(name).toHaveFocus()

  const detail = 'Invoices cannot show this script.'
  const errors = [{ pointer: '#/settings/business/name', code: 'unwritable_script', detail }]
  const problem = { type: 't', title: 'No', status: 422, code: 'validation_failed', traceId: 't' }
  server.use(
    http.put('*/api/auth/settings', () =>
      HttpResponse.json({ ...problem, errors }, { status: 422 }),
    ),
  )
  await userEvent.type(name, 'ᜊᜌᜓ')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(name).toHaveAccessibleDescription(detail))
  expect(name).toHaveValue('ᜊᜌᜓ')
})

test('the business step can be skipped, and typed text is kept for later', async () => {
  open()
  await userEvent.type(await nameField(), 'Asha')
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(await current()).toHaveTextContent('Tell the assistant what to do')

  await userEvent.click(screen.getByRole('button', { name: 'Your business' }))
  const name = await nameField()
  expect(name).toHaveValue('Asha')
  expect(name).toHaveFocus()
})

test('one sentence starts a job, and a suggestion for the trade is one click away', async () => {
  const user = ownerWith({ name: 'Asha Cycles', description: 'Bicycle repair shop.' })
  const { router } = open({ user })
  const sentence = await screen.findByRole('textbox', { name: 'What should it do?' })
  expect(screen.getByRole('link', { name: 'Start with an empty form' })).toHaveAttribute(
    'href',
    paths.jobs.create,
  )
  const suggestion = 'Take bookings for my bicycle repair shop: name, phone and a day'
  await userEvent.click(screen.getByRole('button', { name: suggestion }))
  expect(sentence).toHaveValue(suggestion)
  await userEvent.click(screen.getByRole('button', { name: 'Write the job' }))

  await waitFor(() => expect(router.state.location.pathname).toBe(paths.jobs.create))
  expect(router.state.location.state).toEqual({ prompt: suggestion })
})

test('a sentence chosen on the landing page is prefilled after signing up', async () => {
  const offered = 'Take orders & names for my shop.'
  const at = nextPath(new URL(signUpLinkWith(offered), window.location.origin))
  open({ user: ownerWith({ name: 'Asha Stores' }), at: at ?? '' })
  const sentence = await screen.findByRole('textbox', { name: 'What should it do?' })
  expect(sentence).toHaveValue(offered)

  await userEvent.clear(sentence)
  expect(sentence).toHaveValue('')
})

test('an unpublished job is the current step', async () => {
  const times = { createdAt: '2026-11-21T10:00:00Z', updatedAt: '2026-11-21T10:00:00Z' }
  const job = {
    ...createJobSchema.parse({ name: 'Repairs' }),
    ...times,
    id: 'job_1',
    formId: 'form_1',
    formVersion: 1,
    version: 1,
    liveVersionId: null,
    hasUnpublishedChanges: true,
    stats: { sessions30d: 0, completionRate30d: null, openSessions: 0 },
    archivedAt: null,
  }
  const totals = { draft: 1, active: 0, paused: 0, archived: 0 }
  server.use(
    http.get('*/api/jobs', () => HttpResponse.json({ items: [job], totals, nextCursor: null })),
  )
  open({
    user: ownerWith({ name: 'Asha Cycles' }),
    stats: { jobs: { ...nothing, total: 1, draft: 1 } },
  })
  expect(await screen.findByText(/^“Repairs” is written/)).toBeVisible()
  expect(await current()).toHaveTextContent('Publish your job')
  expect(screen.getByRole('link', { name: 'Open the job' })).toHaveAttribute(
    'href',
    paths.jobs.edit('job_1'),
  )
})

const published = {
  jobs: { ...nothing, total: 1, active: 1 },
  setup: { ...firstDay.setup, business: true },
}
const known = { name: 'Asha Cycles' }

test('after publishing a job the next steps are a test and connecting a number', async () => {
  open({ user: ownerWith(known), stats: published })
  expect(await current()).toHaveTextContent('Try it out')
  expect(screen.getByRole('link', { name: 'Open the phone' })).toHaveAttribute(
    'href',
    paths.jobs.try(),
  )

  const setup = { ...published.setup, firstTest: true }
  server.use(
    http.get('*/api/auth/stats', () => HttpResponse.json({ ...firstDay, ...published, setup })),
  )
  await act(() => queryClient.invalidateQueries(accountStatsQuery()))
  expect(await screen.findByRole('link', { name: 'Connect a number' })).toHaveAttribute(
    'href',
    '/settings#whatsapp',
  )
})

test('the link to a connected number can be copied', async () => {
  const user = userEvent.setup()
  const link = 'https://wa.me/919876543210'
  const setup = { ...published.setup, firstTest: true, whatsapp: true }
  open({
    user: ownerWith(known, { provider: 'cloud_api', chatLink: link }),
    stats: { ...published, setup },
  })
  expect(await screen.findByRole('textbox', { name: 'Link to your number' })).toHaveValue(link)
  await user.click(screen.getByRole('button', { name: 'Copy Link to your number' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(link)
  expect(screen.getByRole('link', { name: 'Write as a customer' })).toHaveAttribute('href', link)
})

test('a simulated number opens in a new tab', async () => {
  const chatLink = 'http://localhost:5000/simulator?business=usr_1'
  open({ user: ownerWith(known, { chatLink }), stats: published })
  await userEvent.click(await screen.findByRole('button', { name: 'Your first customer' }))
  const link = screen.getByRole('link', { name: 'Write as a customer' })
  expect(link).toHaveAttribute('href', chatLink)
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener')
})
