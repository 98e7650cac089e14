import { setTimeout as delay } from 'node:timers/promises'

import type { AiProvider } from '../src/ai/ai-provider.ts'
import { scriptedProvider } from '../src/ai/scripted/scripted-provider.ts'
import { startWork } from '../src/queue/start-work.ts'
import { quantile, report } from './figures.ts'
import { openApi, type BenchApi } from './open-api.ts'
import { deliver, numberOf, openShop, writtenIn, type Shop } from './shops.ts'

/** A moderate load: so many people write in a second, each to get an answer. */
const perSecond = 2
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60)
const warmups = 20
const debounceSeconds = 1
const mostMs = 150
const limitMs = 60_000

/** When what of a contact's exchange happened, by his number, which is also what he writes. */
interface Times {
  written: Map<string, number>
  /** How long the model took. */
  thought: Map<string, number>
  sent: Map<string, number>
}

/** From a webhook that comes in until the channel is asked to send, on PostgreSQL. */
export async function measureLoop(databaseUrl: string): Promise<void> {
  const times: Times = { written: new Map(), thought: new Map(), sent: new Map() }
  const api = await openApi(databaseUrl, { ai: timed(times) })
  watchSending(api, times)
  const work = await startWork(api.services, api.queue)
  try {
    const shop = await openShop(api, { index: 0, debounceSeconds })
    const count = warmups + seconds * perSecond
    const before = process.cpuUsage()
    for (let index = 0; index < count; index += 1) {
      void write(api, { shop, from: numberOf(index), times })
      await delay(1000 / perSecond)
    }
    await waitForAll(times, count)
    const { user, system } = process.cpuUsage(before)
    tell(times, (user + system) / 1000 / count)
  } finally {
    await work.stop(10_000)
    await api.close()
  }
}

function write(
  { app }: BenchApi,
  { shop, from, times }: { shop: Shop; from: string; times: Times },
): Promise<void> {
  const written = { id: `wamid.${from}`, from, text: from, at: new Date() }
  times.written.set(from, performance.now())
  const { number, appSecret } = shop
  return deliver(app, { body: writtenIn(number, written), appSecret })
}

/** The built-in provider, with how long it takes. */
function timed(times: Times): AiProvider {
  return {
    ...scriptedProvider,
    answer: async (request, options) => {
      const began = performance.now()
      const answer = await scriptedProvider.answer(request, options)
      times.thought.set(request.inbound[0]?.text ?? '', performance.now() - began)
      return answer
    },
  }
}

function watchSending({ services }: BenchApi, times: Times): void {
  const { simulator } = services.channels
  if (simulator === undefined) throw new Error('There is no channel')
  services.channels.simulator = {
    ...simulator,
    send: (message) => {
      times.sent.set(message.to.waId, performance.now())
      return simulator.send(message)
    },
  }
}

async function waitForAll({ sent }: Times, count: number): Promise<void> {
  const until = performance.now() + limitMs
  while (sent.size < count && performance.now() < until) await delay(100)
}

function tell({ written, thought, sent }: Times, cpuMs: number): void {
  const added = [...written].slice(warmups).map(([from, at]) => {
    const answeredAt = sent.get(from) ?? Number.POSITIVE_INFINITY
    return answeredAt - at - debounceSeconds * 1000 - (thought.get(from) ?? 0)
  })
  const [middle, slow] = [quantile(added, 0.5), quantile(added, 0.95)]
  report({
    name: 'added by the loop',
    threshold: `p95 < ${mostMs} ms`,
    measured: `${slow.toFixed(0)} ms, ${middle.toFixed(0)} ms in the middle, of ${added.length} answers, ${perSecond} a second, each ${cpuMs.toFixed(0)} ms of a core`,
    isMet: slow < mostMs,
  })
}
