export { defineHost } from './define-host.ts'
export { defineRemote } from './define-remote.ts'
export { sourceVersion } from './source-version.ts'
