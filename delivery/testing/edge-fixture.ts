import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { releaseSetSchema, type ReleaseSet } from '@errand/contract/release'
import type { Hono } from 'hono'
import { afterAll } from 'vitest'

import { createEdge } from '../edge/create-edge.ts'
import { openReleases } from '../edge/open-releases.ts'
import { readSettings } from '../edge/settings.ts'
import { createSignals } from '../edge/signals/signals.ts'
import { readRelease } from '../releases/release.ts'
import { folderStore, type ReleaseStore } from '../releases/stores.ts'
import { applyChange, type Change, type GuardChange } from '../rollouts/change.ts'
import { emptyChannel, fullWeight, type Channel } from '../rollouts/channel.ts'
import { createEvaluator, createRolloutSource, trustedKeys } from '../rollouts/evaluator.ts'
import { createKeyPair, keyIdOf } from '../signing/keys.ts'
import { signRelease } from '../signing/signatures.ts'

/** A document as a visitor's browser receives it. */
interface OpenedPage {
  response: Response
  html: string
  set: ReleaseSet
  policy: string
  /** The cookie that was set, for the next request. */
  cookie: string
}

/** An edge with these builds published, with channels but without a registry. */
export function setUpTestEdge(builds: string[], environment: Record<string, string> = {}) {
  const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
  afterAll(() => rmSync(releasesDir, { recursive: true }))
  const rollouts = createRollouts(releasesDir)
  for (const build of builds) rollouts.publish(build)

  /** Starts another edge beside it, and answers what it hears of releases as well. */
  function startReceiving(
    more: Record<string, string> = {},
    store: ReleaseStore = folderStore(releasesDir),
  ) {
    const { source } = rollouts
    const releases = openReleases(store, { keysOf: trustedKeys(source), onDamaged: () => {} })
    const signals = createSignals(releases)
    const settings = readSettings({ FIREBASE_API_KEY: 'key', ...environment, ...more })
    return { edge: createEdge({ settings, source, signals, releases }), signals, releases }
  }
  const start = (...given: Parameters<typeof startReceiving>) => startReceiving(...given).edge
  const { edge, signals, releases } = startReceiving()

  /** Opens a page as a browser with these cookies does. */
  async function open(path: string, cookie = '', from: Hono = edge): Promise<OpenedPage> {
    const response = await from.request(path, { headers: { accept: 'text/html', cookie } })
    const html = await response.text()
    return {
      response,
      html,
      get set() {
        return setOf(html)
      },
      policy: response.headers.get('content-security-policy') ?? '',
      cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
    }
  }
  return { ...rollouts, signals, releases, releasesDir, edge, start, startReceiving, open }
}

/** The release set in a document. */
function setOf(html: string): ReleaseSet {
  const json = /<script type="application\/json" id="errand-release-set">(.*?)<\/script>/.exec(html)
  return releaseSetSchema.parse(JSON.parse(json?.[1] ?? ''))
}

function createRollouts(releasesDir: string) {
  const source = createRolloutSource()
  const channels = new Map<string, Channel>()
  let revision = 0
  let ticketKey: string | undefined
  const pair = createKeyPair()
  const publicKeys: Record<string, Record<string, string>> = {}

  function change(app: string, asked: Change | GuardChange): void {
    const channel = channels.get(app) ?? emptyChannel(app)
    channels.set(app, applyChange(channel, asked, `r${revision + 1}`))
    publishDocument()
  }

  function publishDocument(): void {
    revision += 1
    const document = { revision, channels: [...channels.values()], ticketKey, publicKeys }
    source.set(createEvaluator(document))
  }

  return {
    source,
    change,
    /** Rolls out to everybody, or to a percentage. */
    rollOut: (app: string, version: string, percent = 100): void =>
      change(app, { type: 'rollout', version, weight: (percent * fullWeight) / 100 }),
    setTicketKey: (key: string): void => {
      ticketKey = key
      publishDocument()
    },
    /** Copies a build to the releases; the first of an app goes to everybody, the others to nobody. */
    publish: (distDir: string): void => {
      const release = readRelease(distDir)
      if (release === undefined) throw new Error(`No build in ${distDir}`)
      const { app, version } = release
      signRelease(distDir, pair.privateKey)
      publicKeys[app] = { [keyIdOf(pair.publicKey)]: pair.publicKey }
      cpSync(distDir, join(releasesDir, app, version), { recursive: true })
      if (!channels.has(app)) change(app, { type: 'rollout', version, weight: fullWeight })
    },
  }
}
