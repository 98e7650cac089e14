import type { ReleaseSet, RemoteRelease } from '@errand/contract/release'
import type { DrawnRemote } from '@errand/contract/remote'
import type { Context } from 'hono'

import { logRarely } from '../platform/log.ts'
import { misfits } from '../releases/compatibility.ts'
import { chunkPolicy, hostApp } from '../releases/release.ts'
import type { RolloutSource } from '../rollouts/evaluator.ts'
import type { FindRelease } from '../rollouts/pick.ts'
import { readTicket, type LocalRemote, type Ticket } from '../rollouts/ticket.ts'
import { setId, type Page } from './pages.ts'

/** The ticket of `?ticket=`; an expired or foreign one counts as none. */
export async function readRequestTicket(
  c: Context,
  source: RolloutSource,
): Promise<Ticket | undefined> {
  const text = c.req.query('ticket')
  const publicKey = source.evaluator()?.document.ticketKey
  // An empty ticket asks for the page without one.
  if (!text || publicKey === undefined) return undefined
  try {
    return await readTicket(text, publicKey)
  } catch (error) {
    logRarely('ticket refused', error)
    return undefined
  }
}

/**
 * The page that was picked for a ticket, with its local remotes and a list of what was granted and
 * refused.
 */
export function previewPage(
  page: Page,
  ticket: Ticket,
  { find, allowsLocalRemotes }: { find: FindRelease; allowsLocalRemotes: boolean },
): Page {
  const { set } = page
  const host = find(hostApp, set.host.version)
  const locals = Object.entries(ticket.local)
  const compatibleLocals = locals.filter(
    ([, local]) => allowsLocalRemotes && host?.kind === 'host' && misfits(host, local).length === 0,
  )
  const requested = [
    ...Object.entries(ticket.apps).map(([app, version]) => ({
      name: `${app} ${version}`,
      isRun: versionIn(set, app) === version,
    })),
    ...locals.map((local) => ({
      name: `${local[0]} from ${local[1].origin}`,
      isRun: compatibleLocals.includes(local),
    })),
  ]
  return {
    ...page,
    trustedTypes: [
      ...page.trustedTypes,
      ...compatibleLocals.map(([app]) => chunkPolicy(devGlobalName(app))),
    ],
    set: {
      ...set,
      id: setId([set.id, ...compatibleLocals.map(([app, { origin }]) => `${app}@${origin}`)]),
      remotes: compatibleLocals.reduce(
        addLocalRemote,
        set.remotes.map((remote) => asPreview(remote, ticket)),
      ),
      override: {
        apps: requested.filter(({ isRun }) => isRun).map(({ name }) => name),
        refused: requested.filter(({ isRun }) => !isRun).map(({ name }) => name),
        expiresAt: new Date(ticket.exp * 1000).toISOString(),
        localOrigins: compatibleLocals.map(([, { origin }]) => origin),
      },
    },
  }
}

const versionIn = ({ host, remotes }: ReleaseSet, app: string): string | undefined =>
  app === hostApp ? host.version : remotes.find((remote) => remote.app === app)?.version

/** A preview has no fallbacks, so that its failures are visible. */
function asPreview(remote: RemoteRelease, { apps }: Ticket): RemoteRelease {
  const isAsked = apps[remote.app] === remote.version
  return isAsked ? { ...remote, fallbacks: [], isPreview: true } : remote
}

function addLocalRemote(
  remotes: RemoteRelease[],
  [app, { origin, place, hasWidget }]: [string, LocalRemote],
): RemoteRelease[] {
  const mount = `/${app.replace('remote-', '')}`
  return [
    ...remotes.filter((remote) => remote.app !== app),
    { ...devRelease({ app, origin, mount, ...place, hasWidget }), isPreview: true },
  ].toSorted((a, b) => a.order - b.order)
}

/** The version of development builds. */
export const devVersion = 'dev'

type DevRemote = DrawnRemote & {
  app: string
  /** The address of its development server. */
  origin: string
  hasWidget?: boolean | undefined
}

/** The global name of a remote's development build. */
const devGlobalName = (app: string): string => `${containerOf(app)}__${devVersion}`

const containerOf = (app: string): string => app.replaceAll('-', '_')

/** A remote on a development server: it has no hashes and no fallbacks. */
export function devRelease({ origin, hasWidget, ...place }: DevRemote): RemoteRelease {
  return {
    ...place,
    name: containerOf(place.app),
    version: devVersion,
    globalName: devGlobalName(place.app),
    entry: { url: `${origin}/remoteEntry.js`, as: 'script' },
    preload: [],
    pages: [],
    fallbacks: [],
    ...(hasWidget && { widget: [] }),
  }
}
