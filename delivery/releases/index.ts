export { publishRelease } from './publish.ts'
export { openReleases, type Releases } from './open-releases.ts'
export { readRelease } from './read-release.ts'
export type { HostRelease, Release, RemoteReleaseFile } from './release.ts'
