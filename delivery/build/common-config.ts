import { pieceTimeoutMs } from '@errand/contract/limits'
import type { RsbuildConfig, RsbuildPlugin, Rspack } from '@rsbuild/core'

import { releasePath } from '../releases/release.ts'
import { appName } from './app-package.ts'
import { sourceMapPlugin } from './source-maps.ts'

/** One build of an app: its folder, its version, and a name that no other release has. */
export interface Build {
  directory: string
  version: string
  /** `remote_jobs__0_1_0_4f2a…`: used for everything that is global in a page. */
  uniqueName: string
  isDevelopment: boolean
}

/** Whether a development server's remote is shown in a released shell. */
export const isInReleasedShell = process.env['DEV_SHELL'] === 'released'

/**
 * The browsers that releases are compiled for, as a browserslist and as README.md names them. They have all
 * that the code uses, of which `popover`, `light-dark()`, `AbortSignal.any` and `Intl.Segmenter` are newest.
 */
const browsers = ['chrome >= 126', 'edge >= 126', 'firefox >= 128', 'safari >= 18', 'ios_saf >= 18']

/** The common configuration of the host and every remote. */
export function commonConfig(build: Build): RsbuildConfig {
  const { directory, version, uniqueName, isDevelopment } = build
  const app = appName(directory)
  const port = Number(process.env['DEV_PORT'] ?? 0)
  const edgeOrigin = process.env['EDGE_ORIGIN']
  return {
    root: directory,
    output: {
      distPath: { root: 'dist' },
      overrideBrowserslist: browsers,
      assetPrefix: releasePath(app, version),
      cleanDistPath: true,
      // The same component compiled into two apps or releases must not share class names.
      cssModules: { localIdentName: `${uniqueName}-[local]-[hash:base64:6]` },
    },
    dev: {
      assetPrefix: `http://localhost:${port}/`,
      // A released shell has React's production build, which cannot replace a component's code, so
      // the page reloads. Its policy forbids the overlay's markup; errors are on the console.
      hmr: !isInReleasedShell,
      client: { protocol: 'ws', host: 'localhost', port, overlay: !isInReleasedShell },
      lazyCompilation: false,
    },
    server: {
      port,
      strictPort: true,
      host: '127.0.0.1',
      cors: { origin: edgeOrigin === undefined ? [] : [edgeOrigin] },
      printUrls: false,
    },
    security: { sri: { enable: !isDevelopment, algorithm: 'sha384' } },
    performance: { printFileSize: false },
    tools: {
      rspack: {
        output: {
          uniqueName,
          chunkLoadingGlobal: `chunk_${uniqueName}`,
          crossOriginLoading: 'anonymous',
          chunkLoadTimeout: pieceTimeoutMs,
        },
        plugins: isDevelopment ? [] : [sourceMapPlugin(directory)],
      },
    },
  }
}

/** A plugin that runs after each successful build, with the folder of its files. */
export const afterBuild = (
  name: string,
  work: (stats: Rspack.Stats, dist: string) => void | Promise<void>,
): RsbuildPlugin => ({
  name: `errand:${name}`,
  apply: 'build',
  setup(api) {
    api.onAfterBuild(async ({ stats }) => {
      if (stats === undefined || stats.hasErrors() || !('compilation' in stats)) return
      await work(stats, api.context.distPath)
    })
  },
})
