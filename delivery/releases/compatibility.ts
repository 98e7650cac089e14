import { satisfies } from 'semver'

import type { HostRelease, RemoteReleaseFile } from './release.ts'

/** A library that a remote needs and a host does not provide as needed. */
export interface Misfit {
  library: string
  required: string
  /** Undefined if the host does not have the library at all. */
  provided: string | undefined
  /** The exports it uses that the host does not provide; empty if the version is the problem. */
  missing: string[]
}

/** What a remote requires of a host. */
export type Needs = Pick<RemoteReleaseFile, 'requires' | 'uses'>

/** Why a remote's release cannot run in a host's; empty when it can. */
export function misfits(host: HostRelease, remote: Needs): Misfit[] {
  const libraries = new Set([...Object.keys(remote.requires), ...Object.keys(remote.uses ?? {})])
  return [...libraries].flatMap((library) => {
    const required = remote.requires[library] ?? '*'
    const provided = host.provides[library]
    const isMet =
      provided !== undefined && satisfies(provided, required, { includePrerelease: true })
    const missing = isMet ? missingNames(host, remote, library) : []
    return isMet && missing.length === 0 ? [] : [{ library, required, provided, missing }]
  })
}

function missingNames(host: HostRelease, remote: Needs, library: string): string[] {
  const given = new Set(host.gives?.[library])
  return (remote.uses?.[library] ?? []).filter((name) => !given.has(name))
}

const known = new WeakMap<HostRelease, WeakMap<RemoteReleaseFile, boolean>>()

/** Whether a remote's release can run in a host's; cached, because releases never change. */
export function fits(host: HostRelease, remote: RemoteReleaseFile): boolean {
  const answers = known.get(host) ?? new WeakMap<RemoteReleaseFile, boolean>()
  known.set(host, answers)
  const answer = answers.get(remote) ?? misfits(host, remote).length === 0
  answers.set(remote, answer)
  return answer
}

/** A misfit as a sentence, for the team that ships the release. */
export function misfitSentence({ library, required, provided, missing }: Misfit): string {
  if (provided === undefined) return `it needs ${library} ${required}, which the host does not have`
  return missing.length === 0
    ? `it needs ${library} ${required}, and the host has ${provided}`
    : `it uses ${missing.join(', ')} of ${library}, which the host does not give`
}
