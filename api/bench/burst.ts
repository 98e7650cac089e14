import { setTimeout as delay } from 'node:timers/promises'

import { startWork } from '../src/queue/start-work.ts'
import { countBurst, isQuiet, type Burst } from './burst-counts.ts'
import { report } from './figures.ts'
import { openApi, type BenchApi } from './open-api.ts'
import { deliver, numberOf, openShop, writtenIn, type Shop } from './shops.ts'

/** Each with a number of its own: the provider takes 80 messages a second of one. */
const shopCount = 10
const textsEach = 5
const timesDelivered = 3
/** So many contacts write at the same time; the next ones as soon as their webhooks are taken. */
const wave = 100
const atOnce = 16
const limitMs = 30 * 60_000

/**
 * Everybody writes five texts, and each of them is told three times and in any order, as fast as
 * webhooks are taken, to an api that answers meanwhile.
 */
export async function measureBurst(databaseUrl: string, contacts: number): Promise<void> {
  // Nothing is free, so that the ledger has an amount for each answer.
  const api = await openApi(databaseUrl, { environment: { TRIAL_MESSAGES: '0' } })
  const work = await startWork(api.services, api.queue)
  try {
    const shops: Shop[] = []
    for (let index = 0; index < shopCount; index += 1) {
      shops.push(await openShop(api, { index, debounceSeconds: 20 }))
    }
    const burst = { contacts, texts: contacts * textsEach, shops }
    const began = performance.now()
    for (let first = 0; first < contacts; first += wave) {
      await deliverAll(
        api,
        shuffled(tellingsOf(shops, { first, last: Math.min(contacts, first + wave) })),
      )
    }
    const takenMs = performance.now() - began
    await waitUntilQuiet(api, burst)
    await tell(api, burst, { takenMs, workedMs: performance.now() - began })
  } finally {
    await work.stop(10_000)
    await api.close()
  }
}

interface Telling {
  shop: Shop
  id: string
  from: string
  text: string
}

function tellingsOf(shops: Shop[], { first, last }: { first: number; last: number }): Telling[] {
  const tellings: Telling[] = []
  for (let contact = first; contact < last; contact += 1) {
    const shop = shops[contact % shops.length]
    if (shop === undefined) continue
    const from = numberOf(contact)
    for (let index = 0; index < textsEach; index += 1) {
      const telling = { shop, from, id: `wamid.${contact}.${index}`, text: `Word ${index}` }
      tellings.push(...Array.from({ length: timesDelivered }, () => telling))
    }
  }
  return tellings
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

async function deliverAll({ app }: BenchApi, tellings: Telling[]): Promise<void> {
  const at = new Date()
  const waiting = tellings.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { shop, ...written } of waiting) {
        const { number, appSecret } = shop
        await deliver(app, { body: writtenIn(number, { ...written, at }), appSecret })
      }
    }),
  )
}

async function waitUntilQuiet(api: BenchApi, burst: Burst): Promise<void> {
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    if (await isQuiet(api, burst)) return
    await delay(500)
  }
}

async function tell(
  api: BenchApi,
  burst: Burst,
  { takenMs, workedMs }: { takenMs: number; workedMs: number },
): Promise<void> {
  const { texts, contacts } = burst
  const { stored, told, answers, chatsWithOne, unanswered, lines, isExact, withheld } =
    await countBurst(api, burst)
  const deliveries = texts * timesDelivered
  const perSecond = Math.round(deliveries / (takenMs / 1000))
  report({
    name: 'messages stored',
    threshold: `${texts}, each once`,
    measured: `${stored} of ${told} ids; ${deliveries} webhooks at ${perSecond} a second`,
    isMet: stored === texts && told === texts,
  })
  report({
    name: 'replies',
    threshold: 'one to each burst',
    measured: `${answers} in ${contacts} chats, one in ${chatsWithOne}; all after ${Math.round(workedMs / 1000)} s`,
    isMet: answers === contacts && chatsWithOne === contacts,
  })
  report({
    name: 'replies lost',
    threshold: 'none',
    measured: `${unanswered} texts no reply is about${withheld === '' ? '' : `; withheld: ${withheld}`}`,
    isMet: unanswered === 0,
  })
  report({
    name: 'ledger',
    threshold: 'exact',
    measured: `${lines} lines for ${answers} replies, ${isExact ? 'to the last micro' : 'not their sum'}`,
    isMet: isExact && lines === answers,
  })
}
