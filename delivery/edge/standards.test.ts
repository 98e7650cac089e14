import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature, ProviderEvents, type Provider } from '@openfeature/web-sdk'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { fullWeight } from '../rollouts/channel.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts, openTestReleases } from '../testing/rollouts-fixture.ts'
import { readBootScript } from './boot-script.ts'
import { createEdge } from './create-edge.ts'
import { createEdgeServer } from './edge-server.ts'
import { readSettings } from './settings.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const rollouts = createRollouts(releasesDir)
const releases = openTestReleases(releasesDir, rollouts.source)
const edge = createEdge({
  boot: readBootScript(),
  settings: readSettings({ FIREBASE_API_KEY: 'key' }),
  source: rollouts.source,
  releases,
})
const server = createEdgeServer({ edge, releases, tls: undefined })
let origin = ''

beforeAll(async () => {
  rollouts.publish(hostBuild())
  rollouts.publish(remoteBuild('remote-jobs', '1.0.0', 10))
  rollouts.publish(remoteBuild('remote-jobs', '1.1.0', 10))
  rollouts.change('flag:job-copy', { type: 'rollout', version: 'off', weight: fullWeight })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await OpenFeature.close()
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
  rmSync(releasesDir, { recursive: true })
})

test('OpenFeature’s own provider reads the rollouts, and hears of their changes', async () => {
  vi.stubGlobal('EventSource', EventSource)
  await OpenFeature.setContext({ targetingKey: 'visitor-1' })
  // Its types and the SDK's disagree about optional properties that may be undefined.
  const provider = new OFREPWebProvider({ baseUrl: origin, pollInterval: 0 }) as Provider
  await OpenFeature.setProviderAndWait(provider)
  const client = OpenFeature.getClient()

  expect(client.getStringValue('remote-jobs', 'none')).toBe('1.0.0')
  expect(client.getBooleanDetails('job-copy', true)).toMatchObject({
    value: false,
    variant: 'stable',
  })

  const changed = vi.fn<() => void>()
  client.addHandler(ProviderEvents.ConfigurationChanged, changed)
  rollouts.change('remote-jobs', { type: 'rollout', version: '1.1.0', weight: fullWeight })

  await vi.waitFor(() => expect(client.getStringValue('remote-jobs', 'none')).toBe('1.1.0'))
  await vi.waitFor(() => expect(changed).toHaveBeenCalled())
  vi.unstubAllGlobals()
})

test('one flag, an unknown flag, and flags that nobody needs twice', async () => {
  const evaluate = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/ofrep/v1/evaluate/flags${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ context: { targetingKey: 'visitor-1' } }),
    })

  expect(await (await evaluate('/remote-jobs')).json()).toMatchObject({
    key: 'remote-jobs',
    value: '1.1.0',
    variant: 'candidate',
    reason: 'TARGETING_MATCH',
  })
  const unknown = await evaluate('/nothing')
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toEqual({ key: 'nothing', errorCode: 'FLAG_NOT_FOUND' })
  const etag = (await evaluate('')).headers.get('etag') ?? ''
  expect((await evaluate('', { 'if-none-match': etag })).status).toBe(304)
  expect(
    (await fetch(`${origin}/ofrep/v1/evaluate/flags`, { method: 'POST', body: '{' })).status,
  ).toBe(400)
})

/** The format of frontend discovery, v1-pre; nothing but `extras` is open. */
const discoverySchema = z.strictObject({
  schema: z.string(),
  microFrontends: z.record(
    z.string(),
    z.array(
      z.strictObject({
        url: z.string(),
        fallbackUrl: z.optional(z.string()),
        metadata: z.strictObject({ integrity: z.string(), version: z.string() }),
        extras: z.optional(z.looseObject({})),
        deployment: z.optional(
          z.looseObject({
            traffic: z.number().check(z.gte(0), z.lte(100)),
            default: z.boolean(),
          }),
        ),
      }),
    ),
  ),
})

test('the remotes of a visitor in the format of frontend discovery', async () => {
  const ask = async (cookie = '') =>
    discoverySchema.parse(
      await (await fetch(`${origin}/discovery.json`, { headers: { cookie } })).json(),
    )

  const somebody = await ask(`errand_visitor=${'v'.repeat(22)}`)
  expect(somebody.microFrontends['@errand/remote-jobs']).toMatchObject([
    {
      url: '/r/remote-jobs/1.1.0/remoteEntry.js',
      fallbackUrl: '/r/remote-jobs/1.0.0/remoteEntry.js',
      deployment: { traffic: 100, default: false },
    },
  ])
  expect(await ask()).toHaveProperty('microFrontends', {
    '@errand/remote-jobs': [
      {
        url: '/r/remote-jobs/1.0.0/remoteEntry.js',
        metadata: { integrity: expect.stringMatching(/^sha384-/), version: '1.0.0' },
        extras: {
          modulefederation: {
            name: 'remote_jobs',
            globalName: 'remote_jobs__1.0.0',
            exposes: ['./routes'],
          },
        },
        deployment: { traffic: 0, default: true },
      },
    ],
  })
})

test('who listens hears a heartbeat, and can tell a dead stream', async () => {
  const { body } = await edge.request('/ofrep/v1/events')
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  while (!heard.includes('event: heartbeat\ndata: \n\n')) heard += (await reader?.read())?.value

  expect(heard).toContain('"type":"refetchEvaluation"')
  await reader?.cancel()
})
