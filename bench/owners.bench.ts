import { setTimeout as delay } from 'node:timers/promises'

import { test } from 'playwright/test'

import { quantile, report } from './figures.ts'
import { apiOrigin, makeOwner, type BenchOwner } from './owners.ts'

const count = 100
const secondsEach = 12
/** For how long an owner looks at the pages before the next look. */
const pauseMs = 2_000
const maxRatio = 20
const chats = 40
/** As many at a time: each is a process. */
const madeAtOnce = 2

/** The day so many days from today. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** What the pages ask for when an owner opens them in the morning, and looks at a chat. */
const mix = {
  profile: () => '/api/auth/profile',
  figures: () => '/api/auth/stats',
  inbox: () => '/api/chats/sessions?limit=30',
  chat: (chatId: string) => `/api/chats/sessions/${chatId}/messages?limit=50`,
  jobs: () => '/api/jobs?limit=100',
  bookings: () => `/api/chats/bookings?from=${dayIn(-28)}&to=${dayIn(1)}`,
  billing: () => '/api/billing/summary',
  statistics: () => '/api/chats/stats',
}
type Call = keyof typeof mix

interface Opened extends BenchOwner {
  chatId: string
}

test('a hundred owners open their pages at once', async () => {
  test.setTimeout(900_000)
  const owners = await makeOwners()
  // What is loaded, compiled and planned at the first calls is no cost of a call.
  await work(owners, 0, 8)

  // Without pauses: in their time there would be too few calls to tell.
  const alone = await work(owners.slice(0, 1), 0)
  const ten = await work(owners.slice(0, 10), pauseMs)
  const all = await work(owners, pauseMs)

  const p95 = (taken: Taken[]) =>
    quantile(
      taken.map(({ ms }) => ms),
      0.95,
    )
  const failed = all.filter(({ status }) => status !== 200).length
  const [one, hundred] = [p95(alone), p95(all)]
  report('hundred owners', {
    measured: `${(hundred / one).toFixed(1)} × (p95 ${hundred.toFixed(0)} ms, one owner ${one.toFixed(1)} ms, ten ${(p95(ten) / one).toFixed(2)} ×; worst ${Math.max(...all.map(({ ms }) => ms)).toFixed(0)} ms; ${all.length} calls in ${secondsEach} s, ${failed} failed)`,
    limit: `p95 ≤ ${maxRatio} × of one owner, none fails`,
    isMet: hundred <= maxRatio * one && failed === 0,
  })
  for (const call of Object.keys(mix) as Call[]) {
    const of = (taken: Taken[]) => p95(taken.filter((each) => each.call === call)).toFixed(1)
    process.stdout.write(`       ${call.padEnd(12)} p95 ${of(all)} ms, alone ${of(alone)} ms\n`)
  }
})

async function makeOwners(): Promise<Opened[]> {
  const owners: Opened[] = []
  const makeNext = async (): Promise<void> => {
    while (owners.length < count) {
      const owner = await makeOwner(chats)
      const list = await (await owner.ask('/api/chats/sessions?limit=1')).json()
      const { items } = list as { items: { id: string }[] }
      owners.push({ ...owner, chatId: items[0]?.id ?? '' })
    }
  }
  await Promise.all(Array.from({ length: madeAtOnce }, makeNext))
  return owners.slice(0, count)
}

interface Taken {
  call: Call
  ms: number
  status: number
}

/** Each owner asks for one after the other, looks at it for a while, and asks again. */
async function work(owners: Opened[], lookMs: number, seconds = secondsEach): Promise<Taken[]> {
  const taken: Taken[] = []
  const end = performance.now() + seconds * 1000
  await Promise.all(
    owners.map(async ({ headers, chatId }) => {
      await delay(Math.random() * lookMs)
      while (performance.now() < end) {
        for (const call of Object.keys(mix) as Call[]) {
          const start = performance.now()
          const answer = await fetch(`${apiOrigin}${mix[call](chatId)}`, { headers })
          await answer.arrayBuffer()
          taken.push({ call, ms: performance.now() - start, status: answer.status })
        }
        await delay(lookMs * (0.5 + Math.random()))
      }
    }),
  )
  return taken
}
