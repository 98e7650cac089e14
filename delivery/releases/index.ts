export { readRelease } from './read-release.ts'
export type { HostRelease, Release, RemoteReleaseFile } from './release.ts'
