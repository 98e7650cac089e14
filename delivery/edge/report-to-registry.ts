import { setTimeout } from 'node:timers/promises'

import * as z from 'zod/mini'

import { fetchLimited } from '../platform/fetch-limited.ts'
import { logError } from '../platform/log.ts'
import { cleanEdgeName, edgeAnswerSchema, type EdgeReport } from '../rollouts/edge-report.ts'
import type { RolloutSource } from '../rollouts/evaluator.ts'
import { maxExposures } from '../rollouts/exposure.ts'
import type { Releases } from './open-releases.ts'
import type { Signals } from './signals/signals.ts'

interface ReportOptions {
  /** The registry's address, `https://registry.example/registry`. */
  url: string
  token: string | undefined
  /** The name of this edge in `errand status`. */
  name: string
  signals?: Signals | undefined
  releases: Pick<Releases, 'damaged'>
  source: RolloutSource
  signal: AbortSignal
  /** How long it waits between two looks for news. */
  pauseMs?: number
}

const maxAnswerMs = 5_000
/** How often it reports when nothing is new, because the registry forgets old reports. */
const repeatMs = 30_000
/** The registry will never take such a report, so what it lists must not hold up what follows. */
const isInvalid = (status: number): boolean => [400, 413, 422].includes(status)

/**
 * Reports to the registry, within seconds, how releases do and which cannot be served. Once it is aborted it reports what still waits, and resolves.
 */
export async function reportToRegistry(reporting: ReportOptions): Promise<void> {
  const { url, token, name, signals, releases, source, signal, pauseMs = 1_000 } = reporting
  let reported = ''
  let reportedAt = -Infinity
  let isRefused = false
  let isBehind = false
  while (!signal.aborted || isBehind) {
    if (!isBehind) await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
    isBehind = false
    const named = source.evaluator()?.named
    const damaged = Object.fromEntries(
      Object.entries(releases.damaged()).filter(([release]) => named?.has(release)),
    )
    const damagedText = JSON.stringify(damaged)
    const exposures = signals?.queue.nextPart() ?? []
    const hasNews = damagedText !== reported || exposures.length > 0
    if (!hasNews && performance.now() < reportedAt + repeatMs) continue
    const status = await send({ damaged, exposures, sentAt: Date.now() }).catch(() => 503)
    const isAccepted = status < 300
    if (isAccepted) [reported, reportedAt] = [damagedText, performance.now()]
    if (isAccepted || isInvalid(status)) signals?.queue.removePart()
    // A last report takes what a full one would wait for.
    const minWaiting = signal.aborted ? 1 : maxExposures
    isBehind = isAccepted && (signals?.queue.size() ?? 0) >= minWaiting
  }

  async function send(report: EdgeReport): Promise<number> {
    const answer = await fetchLimited(`${url}/edges/${cleanEdgeName(name)}`, {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: JSON.stringify(report),
      redirect: 'error',
      signal: AbortSignal.timeout(maxAnswerMs),
    })
    const { status } = answer
    if (status === 200) takeKeys(await answer.json())
    else if (status === 204) signals?.setKeys([])
    // An unavailable registry, which a proxy may answer for, is logged by followRegistry.
    const wasRefused = isRefused
    isRefused = status >= 400 && status < 500
    if (isRefused && !wasRefused)
      logError('report refused', new Error(`The registry answered ${status}`))
    return status
  }

  function takeKeys(json: unknown): void {
    const { data } = z.safeParse(edgeAnswerSchema, json)
    if (data !== undefined) signals?.setKeys(data.keys)
  }
}
