import { randomBytes } from 'node:crypto'

import type { Hono } from 'hono'
import { beforeEach, expect } from 'vitest'

import type { Signals } from '../edge/signals/signals.ts'
import type { Exposure } from '../rollouts/exposure.ts'
import { setUpTestEdge } from './edge-fixture.ts'
import { hostBuild, remoteBuild } from './releases-fixture.ts'

export interface Opened {
  cookie?: string
  headers?: Record<string, string>
  at?: Hono
  method?: string
}

export interface Sent {
  cookie?: string
  headers?: Record<string, string>
  at?: Hono
}

/** The cookies of a visitor who is signed in. */
export const visitor = (id: string): string =>
  `errand_visitor=${id.padEnd(22, 'x')}; errand_signed_in=1`
export const known = visitor('v')

/** A key of tokens, as the registry makes one each day. */
export const newKey = (id: string) => ({ id, key: randomBytes(32).toString('base64url') })

export const host = { app: 'host', version: '1.0.0', arm: 'stable' }
export const chats = { app: 'remote-chats', version: '2.0.0', arm: 'stable' }

/** An edge that receives what pages report, with a rollout of the jobs, and a page that reports to it. */
export function setUpReportingPage() {
  const fixture = setUpTestEdge([
    hostBuild(),
    remoteBuild('remote-jobs', '1.0.0', 10),
    remoteBuild('remote-jobs', '1.1.0', 10),
    remoteBuild('remote-chats', '2.0.0', 20),
  ])
  fixture.rollOut('remote-jobs', '1.1.0', 50)
  const { edge, signals } = fixture

  /** What waits for the registry, without what a test cannot know. */
  function takeExposures(of: Signals = signals): Omit<Exposure, 'id' | 'at'>[] {
    const part = of.queue.nextPart()
    of.queue.removePart()
    return part.map(({ id: _id, at: _at, ...rest }) => rest)
  }
  /** Opens a document and returns its token and the remote that it exposes. */
  async function open(path: string, { cookie = known, headers, at = edge, method }: Opened = {}) {
    const all = { accept: 'text/html', cookie, ...headers }
    const response = await at.request(path, { headers: all, ...(method && { method }) })
    const [, token, given] =
      /data-token="([^"]+)" data-given="([^"]*)"/.exec(await response.text()) ?? []
    return { token, given, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  /** What a page sends as `sendBeacon` does; returns the status. */
  async function say(beacon: object | string, { cookie = known, headers, at = edge }: Sent = {}) {
    const response = await at.request('/signal', {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'text/plain',
        cookie,
        ...headers,
      },
      body: typeof beacon === 'string' ? beacon : JSON.stringify(beacon),
    })
    expect(await response.text()).toBe('')
    return response.status
  }

  beforeEach(() => void takeExposures())
  return { ...fixture, takeExposures, open, say }
}
