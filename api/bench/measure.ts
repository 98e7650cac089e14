import { setImmediate } from 'node:timers/promises'

type Request = () => Promise<Response>

const seconds = Number(process.env['BENCH_SECONDS'] ?? 2)
const rounds = 3
const atOnce = 10

/** Both in turns, so that whatever else the machine does meets both; the middle of the rounds. */
export async function measureRatio(
  baseline: Request,
  subject: Request,
): Promise<{ ratio: number; perSecond: number }> {
  const measured: { ratio: number; perSecond: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const base = await requestsPerSecond(baseline)
    const perSecond = await requestsPerSecond(subject)
    measured.push({ ratio: perSecond / base, perSecond })
  }
  const [middle] = measured.toSorted((a, b) => a.ratio - b.ratio).slice(Math.floor(rounds / 2))
  return middle as { ratio: number; perSecond: number }
}

async function requestsPerSecond(request: Request): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1000
  let done = 0
  async function client(): Promise<void> {
    while (performance.now() < end) {
      const answer = await request()
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
      done += 1
      // What answers without waiting would never let the others begin.
      await setImmediate()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return (done / (performance.now() - start)) * 1000
}
