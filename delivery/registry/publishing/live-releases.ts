import { fits, misfitSentence, misfits, type Needs } from '../../releases/compatibility.ts'
import {
  hostApp,
  type HostRelease,
  type Release,
  type RemoteReleaseFile,
} from '../../releases/release.ts'
import { stableOf, type Channel } from '../../rollouts/channel.ts'
import { Refusal } from '../refusal.ts'
import type { Queries } from '../tables/definition.ts'
import { findRelease, listChannels, manifestOf } from '../tables/queries.ts'

/** The releases that visitors may be running now, stable and candidate, by app. */
export type LiveReleases = ReadonlyMap<string, Release[]>

interface ExpectedState {
  /** Channels after the planned change. */
  changed?: Channel[]
  /** Releases that will replace others. */
  alongside?: Release[]
}

/** The releases that visitors may be running after the planned change. */
export async function liveReleases(
  queries: Queries,
  { changed = [], alongside = [] }: ExpectedState,
): Promise<LiveReleases> {
  const stored = await listChannels(queries)
  const channels = new Map([...stored, ...changed].map((channel) => [channel.app, channel]))
  const byApp = new Map<string, Release[]>()
  for (const channel of channels.values())
    byApp.set(channel.app, await releasesOf(queries, channel))
  for (const release of alongside) byApp.set(release.app, [release])
  return byApp
}

async function releasesOf(queries: Queries, channel: Channel): Promise<Release[]> {
  const releases: Release[] = []
  for (const version of [stableOf(channel), channel.candidate]) {
    const row = version && (await findRelease(queries, channel.app, version))
    if (row) releases.push(manifestOf(row))
  }
  return releases
}

/** Refuses a remote that no live host can run, and a host that would make a remote unavailable. */
export function refuseMisfit(release: Release, live: LiveReleases): void {
  if (release.kind === 'remote') return refuseWithoutHost(nameOf(release), release, live)
  for (const name of live.keys()) {
    const lost = findUnsupportedRemote(release, name, live)
    if (lost !== undefined) throw misfit(release, nameOf(lost), lost)
  }
}

/** Refuses a release, or a remote on a developer's machine, that no live host can run. */
export function refuseWithoutHost(name: string, needs: Needs, live: LiveReleases): void {
  const hosts = hostsOf(live)
  const [host] = hosts
  if (host === undefined || hosts.some((other) => misfits(other, needs).length === 0)) return
  throw misfit(host, name, needs)
}

/**
 * Refuses a state in which a page with any live host would lack the app. A remote that is already
 * missing after a rollback does not block a newer host.
 */
export function refuseLoss(app: string, after: LiveReleases, before: LiveReleases): void {
  const hosts = hostsOf(after)
  const known = new Set(hostsOf(before).map(({ version }) => version))
  const names = [...after.keys()].filter((name) => name === app || app === hostApp)
  for (const host of hosts) {
    for (const name of names) {
      const isOld = name !== app && known.has(host.version)
      const wasLost = isOld && findUnsupportedRemote(host, name, before) !== undefined
      const lost = wasLost ? undefined : findUnsupportedRemote(host, name, after)
      if (lost !== undefined) throw misfit(host, nameOf(lost), lost)
    }
  }
}

/** The remotes whose stable release the stable host cannot run, as after a rollback of the host. */
export async function listMisfits(queries: Queries): Promise<string[]> {
  const changed = (await listChannels(queries)).map((row) => ({ ...row, candidate: null }))
  const live = await liveReleases(queries, { changed })
  const [host] = hostsOf(live)
  if (host === undefined) return []
  return [...live.keys()].filter((name) => findUnsupportedRemote(host, name, live) !== undefined)
}

const hostsOf = (live: LiveReleases): HostRelease[] => [...live.values()].flat().filter(isHost)

/** The app's release that this host cannot run, if it can run none of the live ones. */
function findUnsupportedRemote(
  host: HostRelease,
  app: string,
  live: LiveReleases,
): RemoteReleaseFile | undefined {
  const remotes = (live.get(app) ?? []).filter(isRemote)
  return remotes.some((remote) => fits(host, remote)) ? undefined : remotes[0]
}

function misfit(host: HostRelease, remote: string, needs: Needs): Refusal {
  const reasons = misfits(host, needs).map(misfitSentence).join('; ')
  return new Refusal('conflict', `${remote} does not fit ${nameOf(host)}: ${reasons}.`)
}

const nameOf = ({ app, version }: Release): string => `${app} ${version}`

const isHost = (release: Release): release is HostRelease => release.kind === 'host'
const isRemote = (release: Release): release is RemoteReleaseFile => release.kind === 'remote'
