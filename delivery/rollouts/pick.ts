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
  /** What nobody may run any more, as `app@version`. */
  revoked: string[]
}

/** A remote's release, and those to take when it does not work, best first. */
export interface PickedRemote {
  release: RemoteReleaseFile
  fallbacks: RemoteReleaseFile[]
}

/** For whom to pick. */
export interface PickRequest {
  /** The id of the visitor's cookie, '' for somebody who has none. */
  visitor: string
  /** Releases that did not work for this visitor, as `app@version`: taken only when nothing else is left. */
  avoid: ReadonlySet<string>
  /** Versions that a ticket puts before everything else, by app. */
  override: Readonly<Record<string, string>>
}

/** The manifest of a published release, or nothing when it is not there. */
export type FindRelease = (app: string, version: string) => Release | undefined

/**
 * Picks one release of each app that fit each other: the visitor's own arm where possible, then the
 * stable releases from the newest to the oldest, last those that visitors avoid. Nothing when there is no host.
 */
export function pickReleases(
  evaluator: Evaluator,
  find: FindRelease,
  request: PickRequest,
): Picked | undefined {
  // A ticket may name an app that no rollout has given to anybody yet.
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
  // A host that some remote cannot run in is taken only when no other host is better.
  const maxRemotes = Math.max(...picks.map(({ remotes }) => remotes.length))
  const picked = picks.find(({ remotes }) => remotes.length === maxRemotes)
  return picked && { ...picked, revoked: evaluator.revoked }

  /** What the visitor may run of an app, best first. */
  function candidateReleases(app: string): Release[] {
    const { version, channel } = evaluator.decide(app, request.visitor) ?? {}
    const versions = [request.override[app], version, ...evaluator.fallbacksOf(app)]
    return [...new Set(versions.filter((candidate) => candidate !== undefined))]
      .filter((candidate) => !channel?.revoked.includes(candidate))
      .map((candidate) => find(app, candidate))
      .filter((release) => release !== undefined)
  }

  function remotesFor(host: HostRelease): PickedRemote[] {
    return candidates.flatMap((releases) => {
      const remotes = releases.filter((release) => release.kind === 'remote')
      // Last of all what did not work: even the release that everybody runs.
      const [release, ...rest] = remotes
        .filter((remote) => fits(host, remote))
        .toSorted((a, b) => avoidedLast(a) - avoidedLast(b))
      return release === undefined ? [] : [{ release, fallbacks: rest.slice(0, maxFallbacks) }]
    })
  }

  /** Where no host has started, each has its turn again: the reason may have passed. */
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

/** What a ticket asks for is asked for on purpose, whatever happened with it before. */
const isAvoided = (app: string, version: string, { avoid, override }: PickRequest): boolean =>
  override[app] !== version && avoid.has(`${app}@${version}`)
