import { fits, misfits, misfitSentence, type Needs } from '../../releases/compatibility.ts'
import type { HostRelease, Release, RemoteReleaseFile } from '../../releases/release.ts'
import { stableOf, type Channel } from '../../rollouts/channel.ts'
import { Refusal } from '../refusal.ts'
import { listChannels } from '../tables/channels.ts'
import type { Queries } from '../tables/definition.ts'
import { accountOf, findRelease } from '../tables/releases.ts'

/** The releases that visitors may be running now, stable and candidate, by app. */
export type LiveReleases = ReadonlyMap<string, Release[]>

/** `changed` are channels as they are about to be, `alongside` releases that will replace others. */
export async function liveReleases(
  queries: Queries,
  { changed = [], alongside = [] }: { changed?: Channel[]; alongside?: Release[] },
): Promise<LiveReleases> {
  const stored = await listChannels(queries)
  const channels = new Map([...stored, ...changed].map((channel) => [channel.app, channel]))
  const live = new Map<string, Release[]>()
  for (const channel of channels.values()) live.set(channel.app, await releasesOf(queries, channel))
  for (const release of alongside) live.set(release.app, [release])
  return live
}

async function releasesOf(queries: Queries, channel: Channel): Promise<Release[]> {
  const releases: Release[] = []
  for (const version of [stableOf(channel), channel.candidate]) {
    const row = version && (await findRelease(queries, channel.app, version))
    if (row) releases.push(accountOf(row))
  }
  return releases
}

/** Refuses a remote that no live host can run, and a host without which a remote would be lost. */
export function refuseMisfit(release: Release, live: LiveReleases): void {
  const others = [...live.values()]
  if (release.kind === 'host') {
    for (const remotes of others) refuseLostRemote(release, remotes.filter(isRemote))
    return
  }
  const hosts = others.flat().filter(isHost)
  const [host] = hosts
  if (host === undefined || hosts.some((other) => fits(other, release))) return
  throw misfit(host, nameOf(release), release)
}

/** Refuses a remote on a developer's machine that no live host can run. */
export function refuseLocalMisfit(app: string, needs: Needs, live: LiveReleases): void {
  const hosts = [...live.values()].flat().filter(isHost)
  const [host] = hosts
  if (host === undefined || hosts.some((other) => misfits(other, needs).length === 0)) return
  throw misfit(host, `The local ${app}`, needs)
}

/** Refuses a state in which somebody's page, with whichever live host, would lack the app. */
export function refuseLoss(app: string, live: LiveReleases): void {
  const hosts = [...live.values()].flat().filter(isHost)
  const remotes = [...live].filter(([name]) => name === app || hosts.some((h) => h.app === app))
  for (const host of hosts) {
    for (const [, releases] of remotes) refuseLostRemote(host, releases.filter(isRemote))
  }
}

function refuseLostRemote(host: HostRelease, remotes: RemoteReleaseFile[]): void {
  const [remote] = remotes
  if (remote === undefined || remotes.some((other) => fits(host, other))) return
  throw misfit(host, nameOf(remote), remote)
}

function misfit(host: HostRelease, remote: string, needs: Needs): Refusal {
  const reasons = misfits(host, needs).map(misfitSentence).join('; ')
  return new Refusal('conflict', `${remote} does not fit ${nameOf(host)}: ${reasons}.`)
}

const nameOf = ({ app, version }: Release): string => `${app} ${version}`

const isHost = (release: Release): release is HostRelease => release.kind === 'host'
const isRemote = (release: Release): release is RemoteReleaseFile => release.kind === 'remote'
