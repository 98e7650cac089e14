export { readRelease, type HostRelease, type Release, type RemoteReleaseFile } from './release.ts'
