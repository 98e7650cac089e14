import { satisfies } from 'semver'

import type { HostRelease, RemoteReleaseFile } from './release.ts'

/** A library that a remote needs and a host does not give in a version that will do. */
export interface Misfit {
  library: string
  required: string
  /** Nothing when the host does not have the library at all. */
  provided: string | undefined
}

/** Why a remote's release cannot run in a host's; empty when it can. */
export function misfits(host: HostRelease, remote: RemoteReleaseFile): Misfit[] {
  return Object.entries(remote.requires).flatMap(([library, required]) => {
    const provided = host.provides[library]
    const isMet =
      provided !== undefined && satisfies(provided, required, { includePrerelease: true })
    return isMet ? [] : [{ library, required, provided }]
  })
}

const known = new WeakMap<HostRelease, WeakMap<RemoteReleaseFile, boolean>>()

/** Whether a remote's release can run in a host's; releases never change, so it is asked once. */
export function fits(host: HostRelease, remote: RemoteReleaseFile): boolean {
  const answers = known.get(host) ?? new WeakMap<RemoteReleaseFile, boolean>()
  known.set(host, answers)
  const answer = answers.get(remote) ?? misfits(host, remote).length === 0
  answers.set(remote, answer)
  return answer
}

/** A misfit as a sentence, for whoever ships the release. */
export const misfitSentence = ({ library, required, provided }: Misfit): string =>
  provided === undefined
    ? `it needs ${library} ${required}, which the host does not have`
    : `it needs ${library} ${required}, and the host has ${provided}`
