import { applyChange, RefusedChangeError, type Change } from '@errand/delivery/rollouts/change'
import { emptyChannel, type Channel } from '@errand/delivery/rollouts/channel'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

/** A token that the registry knows. */
export const knownToken = 'errand_console_good'

/** A registry with one app, whose changes follow the real rules. */
export interface TestRegistry {
  channel: Channel
  /** What the guard says of the candidate, if it lets nothing grow. */
  hold: string | undefined
  isAway: boolean
  /** The addresses that were asked for meanwhile. */
  unanswered: string[]
  /** How the next changes fail, if they do. */
  failure: { status: number; detail: string } | undefined
  /** The changes that were asked for. */
  requests: { change: Change; reason?: string; seen: string | null }[]
}

/** A rollout by a plan, at its first step. */
const rollingOut = (): Channel => ({
  ...emptyChannel('remote-jobs'),
  lineage: ['1.4.0', '1.3.0'],
  candidate: '1.5.0',
  weight: 5000,
  revision: 7,
  plan: {
    steps: [
      { weight: 5000, seconds: 3600 },
      { weight: 25_000, seconds: 3600 },
    ],
    step: 0,
    since: new Date().toISOString(),
    isPaused: false,
  },
})

/** Answers the requests of all tests of a file. */
export function setUpRegistry(): TestRegistry {
  const fresh = () => ({
    channel: rollingOut(),
    hold: undefined,
    isAway: false,
    unanswered: [],
    failure: undefined,
    requests: [],
  })
  const registry: TestRegistry = fresh()
  const server = setupServer(...handlersOf(registry))
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => void Object.assign(registry, fresh()))
  afterAll(() => server.close())
  return registry
}

function handlersOf(registry: TestRegistry) {
  const row = () => ({
    app: registry.channel.app,
    channel: { ...registry.channel, changedAt: null },
    fitsHost: true,
    signals: [],
  })
  const problem = (status: number, code: string, detail: string, meta = {}) =>
    HttpResponse.json({ type: '', title: '', traceId: '', status, code, detail, meta }, { status })

  return [
    http.all('*/registry/*', ({ request }) => {
      if (registry.isAway) {
        registry.unanswered.push(new URL(request.url).pathname)
        return HttpResponse.error()
      }
      const isGood = request.headers.get('authorization') === `Bearer ${knownToken}`
      return isGood ? undefined : problem(401, 'unauthenticated', 'Send a token.')
    }),
    http.get('*/registry/me', () =>
      HttpResponse.json({ kind: 'admin', app: null, actor: 'Asha', expiresAt: null }),
    ),
    http.get('*/registry/apps', () => HttpResponse.json({ apps: [row()] })),
    http.get('*/registry/apps/:app', () =>
      HttpResponse.json({ ...row(), publicKeys: {}, releases: [] }),
    ),
    http.get('*/registry/apps/:app/timeline', () => HttpResponse.json(null)),
    http.get('*/registry/audit', () => HttpResponse.json({ audit: [] })),
    http.post('*/registry/apps/:app/changes', async ({ request }) => {
      const { channel, hold, failure } = registry
      const body = (await request.json()) as { change: Change; reason?: string }
      const seen = request.headers.get('if-match')
      registry.requests.push({ ...body, seen })
      if (seen !== `"${channel.revision}"`)
        return problem(412, 'version_conflict', 'It was changed.', { current: channel })
      const isForced = 'force' in body.change && body.change.force === true
      const isForward = body.change.type === 'promote' || body.change.type === 'advance'
      if (failure !== undefined) return problem(failure.status, 'internal', failure.detail)
      if (hold !== undefined && isForward && !isForced) return problem(409, 'needs_force', hold)
      try {
        registry.channel = applyChange(channel, body.change, 'next')
      } catch (error) {
        if (error instanceof RefusedChangeError) return problem(409, 'conflict', error.message)
        throw error
      }
      return HttpResponse.json({ ...registry.channel, changedAt: null })
    }),
  ]
}
