import { fits } from '../releases/compatibility.ts'
import {
  hostApp,
  type HostRelease,
  type Release,
  type RemoteReleaseFile,
} from '../releases/release.ts'
import { maxFallbacks } from './channel.ts'
import type { Evaluator } from './evaluator.ts'

/** The releases of one visitor's page. */
export interface Picked {
  host: HostRelease
  remotes: PickedRemote[]
  /** The releases that nobody may run any more, as `app@version`. */
  revoked: string[]
}

/** A remote's release and its fallbacks, best first. */
export interface PickedRemote {
  release: RemoteReleaseFile
  fallbacks: RemoteReleaseFile[]
}

/** The visitor for whom releases are picked. */
export interface PickRequest {
  /** The id in the visitor's cookie, '' for a visitor without one. */
  visitor: string
  /**
   * Releases that failed for this visitor, as `app@version`: taken only if nothing else is left.
   */
  avoid: ReadonlySet<string>
  /** Versions of a ticket, by app, which override everything else. */
  override: Readonly<Record<string, string>>
}

/** The manifest of a published release; undefined if it does not exist. */
export type FindRelease = (app: string, version: string) => Release | undefined

/**
 * Picks one release of each app so that all fit together: the visitor's arm if possible, then the
 * stable releases from newest to oldest, avoided ones last. Undefined if there is no host.
 */
export function pickReleases(
  evaluator: Evaluator,
  find: FindRelease,
  request: PickRequest,
): Picked | undefined {
  // A ticket may name an app that was never rolled out.
  const apps = new Set([...evaluator.apps.map(({ app }) => app), ...Object.keys(request.override)])
  const candidates = [...apps].map((app) => candidateReleases(app))
  const hosts = candidateReleases(hostApp).filter((release) => release.kind === 'host')
  const preferredHosts = hosts.filter(({ version }) => !isAvoided(hostApp, version, request))
  const picks = (preferredHosts.length > 0 ? preferredHosts : leastRecentlyFailed(hosts)).map(
    (host) => ({
      host,
      remotes: remotesFor(host),
    }),
  )
  // A host that cannot run some remote is taken only if no other host is better.
  const maxRemotes = Math.max(...picks.map(({ remotes }) => remotes.length))
  const picked = picks.find(({ remotes }) => remotes.length === maxRemotes)
  return picked && { ...picked, revoked: evaluator.revoked }

  /** The releases of an app that the visitor may run, best first. */
  function candidateReleases(app: string): Release[] {
    const { version } = evaluator.decide(app, request.visitor) ?? {}
    const versions = [request.override[app], version, ...evaluator.fallbacksOf(app)]
    return [...new Set(versions.filter((candidate) => candidate !== undefined))]
      .filter((candidate) => !evaluator.revoked.includes(`${app}@${candidate}`))
      .map((candidate) => find(app, candidate))
      .filter((release) => release !== undefined)
  }

  function remotesFor(host: HostRelease): PickedRemote[] {
    return candidates.flatMap((releases) => {
      const remotes = releases.filter((release) => release.kind === 'remote')
      // Releases that failed for this visitor come last, even the stable one.
      const [release, ...rest] = remotes
        .filter((remote) => fits(host, remote))
        .toSorted((a, b) => avoidedLast(a) - avoidedLast(b))
      return release === undefined ? [] : [{ release, fallbacks: rest.slice(0, maxFallbacks) }]
    })
  }

  /** If no host has started, each gets another turn: the reason may have passed. */
  function leastRecentlyFailed(failed: HostRelease[]): HostRelease[] {
    const order = [...request.avoid]
    const failureOrder = ({ version }: HostRelease): number =>
      order.indexOf(`${hostApp}@${version}`)
    return failed.toSorted((a, b) => failureOrder(a) - failureOrder(b)).slice(0, 1)
  }

  function avoidedLast({ app, version }: Release): number {
    return Number(isAvoided(app, version, request))
  }
}

/** A ticket is opened on purpose, so earlier failures do not count. */
const isAvoided = (app: string, version: string, { avoid, override }: PickRequest): boolean =>
  override[app] !== version && avoid.has(`${app}@${version}`)
