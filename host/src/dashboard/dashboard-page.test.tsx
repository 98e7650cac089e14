import type { AuthStats } from '@errand/contract/auth'
import type { ChatStats } from '@errand/contract/chats/stats'
import { avoidCookieName } from '@errand/contract/release-memory'
import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Toaster } from 'react-hot-toast'
import { createMemoryRouter, MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { accountStatsQuery } from '../account/account.ts'
import type { LoadExposed } from '../federation/federation.ts'
import { createRemotes } from '../federation/remotes.ts'
import { accountStats } from '../testing/account.ts'
import { aRemote } from '../testing/remote-release.ts'
import { DashboardPage } from './dashboard-page.tsx'

const totals = {
  sessions: 12,
  inbound: 40,
  outbound: 38,
  unread: 2,
  completed: 6,
  handoffs: 1,
  failed: 0,
  medianFirstReplySeconds: 20,
  assistantShare: 0.9,
}
const chatStats: ChatStats = {
  range: { from: '2026-11-20', to: '2026-11-21', tz: 'UTC', bucket: 'day' },
  totals,
  previous: { ...totals, sessions: 10, medianFirstReplySeconds: 40 },
  series: [
    { date: '2026-11-20', inbound: 15, assistant: 13, owner: 2, failed: 0 },
    { date: '2026-11-21', inbound: 25, assistant: 20, owner: 3, failed: 0 },
  ],
  byHour: Array.from({ length: 24 }, () => 0),
  byJob: [],
}

const none = { amountMinor: 0, messagesLeft: 0 }
const over = { active: false, daysLeft: 0, messagesLeft: 0 }

function answer({ stats = {} }: { stats?: Partial<AuthStats> } = {}) {
  const asked: URL[] = []
  server.use(
    http.get('*/api/auth/stats', () => HttpResponse.json({ ...accountStats, ...stats })),
    http.get('*/api/chats/stats', ({ request }) => {
      asked.push(new URL(request.url))
      return HttpResponse.json(chatStats)
    }),
  )
  return asked
}

function open(releases = [aRemote('Jobs')], load: LoadExposed = async () => ({})) {
  const remotes = createRemotes(releases, load)
  queryClient.setQueryData(profileQuery().queryKey, owner)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DashboardPage remotes={remotes} />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
  return remotes
}

test('remaining setup steps are listed until all are done', async () => {
  answer({ stats: { jobs: { total: 1, active: 0, paused: 0, draft: 1 } } })
  open()
  const left = await screen.findByRole('region', { name: 'Getting started' })
  expect(within(left).getAllByRole('link')).toHaveLength(3)
  for (const [name, href] of [
    ['Your business', '/settings#business'],
    ['Publish your job', '/jobs'],
    ['Connect your WhatsApp number', '/settings#whatsapp'],
  ] as const)
    expect(within(left).getByRole('link', { name })).toHaveAttribute('href', href)

  answer({ stats: { setup: { ...accountStats.setup, whatsapp: true } } })
  const business = { ...owner.settings.business, name: 'Asha Cycles' }
  act(() => {
    const known = { ...owner, settings: { ...owner.settings, business } }
    queryClient.setQueryData(profileQuery().queryKey, known)
    void queryClient.invalidateQueries(accountStatsQuery())
  })
  await waitFor(() => expect(left).not.toBeInTheDocument())
})

test('a balance that could not be loaded shows an error and can be retried', async () => {
  answer()
  server.use(http.get('*/api/auth/stats', () => new HttpResponse(null, { status: 500 })))
  open()
  const lost = await screen.findByText('Your balance and your setup could not be loaded.')

  answer()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('region', { name: 'Getting started' })).toBeVisible()
  expect(lost).not.toBeInTheDocument()
})

test('a period without messages shows one line instead of zeros and an empty chart', async () => {
  answer()
  const zeros = { ...totals, sessions: 0, inbound: 0, outbound: 0, completed: 0 }
  server.use(
    http.get('*/api/chats/stats', () => HttpResponse.json({ ...chatStats, totals: zeros })),
  )
  open()
  const figures = await screen.findByRole('region', { name: 'Figures' })
  expect(await within(figures).findByText('No messages in this period')).toBeVisible()
  expect(figures).not.toHaveTextContent(/Messages received|Messages by sender/)
  expect(within(figures).getByRole('radio', { name: 'Today' })).toBeVisible()
})

test('figures are compared with the previous period, and the range is kept', async () => {
  const asked = answer()
  open()
  const figures = await screen.findByRole('region', { name: 'Figures' })
  expect(
    await within(figures).findByRole('img', { name: /Up 20% vs previous 2 days/ }),
  ).toBeVisible()
  expect(within(figures).getByRole('img', { name: /Down 50% vs previous 2 days/ })).toBeVisible()

  await userEvent.click(screen.getByRole('radio', { name: 'Today' }))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  const [week, today] = asked.map(({ searchParams }) => searchParams)
  expect(today?.get('from')).toBe(today?.get('to'))
  expect(week?.get('from')).not.toBe(week?.get('to'))
  expect(localStorage.getItem('errand:dashboard-range')).toContain('today')
})

test('a page left open overnight shows the new day as today', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  try {
    const asked = answer()
    open()
    await userEvent.click(await screen.findByRole('radio', { name: 'Today' }))
    const lastDay = () => asked.at(-1)?.searchParams.get('to')
    await vi.waitFor(() => expect(lastDay()).toBe('2026-11-21'))

    vi.setSystemTime('2026-11-22T12:00:00Z')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(lastDay()).toBe('2026-11-22'))
    expect(asked.at(-1)?.searchParams.get('from')).toBe('2026-11-22')
  } finally {
    vi.useRealTimers()
  }
})

test.each([26, -40 * 365 * 24])(
  'today is the api’s day, even if the browser’s clock is %i hours off',
  async (hours) => {
    const now = new Date('2026-11-21T12:00:00Z')
    vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + hours * 3_600_000 })
    try {
      const asked = answer()
      const headers = { date: now.toUTCString(), 'cache-control': 'no-store' }
      server.use(http.get('*/api/auth/stats', () => HttpResponse.json(accountStats, { headers })))
      open()
      await userEvent.click(await screen.findByRole('radio', { name: 'Today' }))

      await vi.waitFor(() => expect(asked.at(-1)?.searchParams.get('to')).toBe('2026-11-21'))
      expect(asked.at(-1)?.searchParams.get('from')).toBe('2026-11-21')
    } finally {
      vi.useRealTimers()
      delete document.documentElement.dataset['clockOffset']
    }
  },
)

test.each<[Partial<AuthStats['trial']>, Partial<AuthStats['balance']>, string]>([
  [
    { daysLeft: 5 },
    none,
    '5 days of your free trial are left. Until then 380 more messages are free.',
  ],
  [
    { daysLeft: 1, messagesLeft: 1 },
    none,
    '1 day of your free trial is left. Until then one more message is free.',
  ],
  [over, { amountMinor: 4000, messagesLeft: 200 }, 'About 200 messages left (₹40.00).'],
  [over, none, 'Your balance is used up, so the assistant is paused.'],
])('a low balance or trial is shown (%#)', async (trial, balance, expected) => {
  answer({
    stats: {
      trial: { ...accountStats.trial, ...trial },
      balance: { ...accountStats.balance, ...balance },
    },
  })
  open()
  expect(await screen.findByText(expected)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/billing')
})

test.each<[Partial<AuthStats['trial']>, Partial<AuthStats['balance']>]>([
  [{ daysLeft: 12 }, none],
  [{ daysLeft: 1, messagesLeft: 1 }, {}],
  [over, {}],
])('a sufficient balance is not shown (%#)', async (trial, balance) => {
  answer({
    stats: {
      trial: { ...accountStats.trial, ...trial },
      balance: { ...accountStats.balance, ...balance },
    },
  })
  open()
  expect(await screen.findByRole('region', { name: 'Getting started' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Top up' })).not.toBeInTheDocument()
})

test('a widget that cannot be loaded or throws shows a notice beside the others', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  answer()
  const widgets: Record<string, unknown> = {
    Jobs: { Widget: () => <p>Jobs at a glance</p> },
    Chats: {
      Widget: () => {
        throw new Error('broken')
      },
    },
  }
  const remotes = ['Jobs', 'Chats', 'Billing'].map((label) =>
    aRemote(label, { widget: [], globalName: label }),
  )
  open(remotes, async ({ globalName }) => widgets[globalName])

  expect(await screen.findByText('Jobs at a glance')).toBeVisible()
  expect(await screen.findByText('Chats could not be loaded.')).toBeVisible()
  expect(await screen.findByText('Billing could not be loaded.')).toBeVisible()
  expect(screen.getByRole('heading', { name: /Hello, Asha/ })).toBeVisible()
})

test('a widget is placed above or after the figures, as its remote wants', async () => {
  answer()
  const widget = (text: string) => ({ Widget: () => <p>{text}</p> })
  const remotes = [
    aRemote('Jobs', { widget: [], globalName: 'Jobs at a glance' }),
    aRemote('Chats', { widget: [], globalName: 'Who waits', dashboard: 'main' }),
  ]
  open(remotes, async ({ globalName }) => widget(globalName))

  const waits = await screen.findByText('Who waits')
  const figures = screen.getByRole('region', { name: 'Figures' })
  const glance = await screen.findByText('Jobs at a glance')
  const following = Node.DOCUMENT_POSITION_FOLLOWING
  expect(waits.compareDocumentPosition(figures) & following).toBe(following)
  expect(figures.compareDocumentPosition(glance) & following).toBe(following)
})

test.each([
  ['cannot be loaded', () => Promise.reject(new Error('404'))],
  ['is missing', async () => ({})],
  [
    'throws while it renders',
    async () => ({
      Widget: () => {
        throw new TypeError('planted')
      },
    }),
  ],
])('a widget that %s is replaced by the latest release with a working one', async (_, broken) => {
  vi.spyOn(console, 'error').mockReturnValue()
  answer()
  const [newest, ...fallbacks] = ['4', '3', '2', '1'].map((version) =>
    aRemote('Jobs', { version, widget: [], globalName: `${version} ${broken.toString()}` }),
  )
  open([{ ...aRemote('Jobs'), ...newest, fallbacks }], ({ version }) =>
    version > '1' ? broken() : Promise.resolve({ Widget: () => <p>Jobs at a glance</p> }),
  )

  expect(await screen.findByText('Jobs at a glance')).toBeVisible()
  for (const version of ['2', '3', '4']) expect(document.cookie).toContain(`remote-jobs@${version}`)
  document.cookie = `${avoidCookieName}=; path=/; max-age=0`
})

test('a widget keeps its styles after leaving the pages of its release', async () => {
  answer()
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: '/r/remote-jobs/1/static/css/widget.css' })
  document.head.append(link)
  const remotes = open([aRemote('Jobs', { widget: [] })], async () => ({
    Widget: () => <p>Jobs at a glance</p>,
  }))
  remotes.attach({ router: createMemoryRouter([{ path: '*' }]), treeOf: () => [{ path: '*' }] })
  expect(await screen.findByText('Jobs at a glance')).toBeVisible()

  for (const place of remotes.places) remotes.unmount(place)

  expect(link).not.toHaveAttribute('disabled')
  link.remove()
})
