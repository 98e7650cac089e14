import type { HostRelease, RemoteReleaseFile } from '../releases/release.ts'

/** A host's release as small as can be. */
export const hostRelease = (version: string): HostRelease => ({
  kind: 'host',
  app: 'host',
  version,
  document: 'index.html',
  paths: ['/'],
  trustedTypes: [],
  provides: { react: '19.3.1', 'react-router-dom': '7.18.5', '@errand/shared-auth': '0.1.0' },
  files: {},
})

/** A remote's release that needs what this host gives. */
export const remoteRelease = (app: string, version: string): RemoteReleaseFile => ({
  kind: 'remote',
  app,
  version,
  name: app.replaceAll('-', '_'),
  globalName: `${app}__${version}`,
  place: { mount: `/${app}`, label: app, icon: [], order: 1 },
  entry: 'remoteEntry.js',
  preload: [],
  pages: [],
  trustedTypes: [],
  requires: { react: '^19.3.1', 'react-router-dom': '^7.18.5', '@errand/shared-auth': '^0.1.0' },
  files: {},
})
