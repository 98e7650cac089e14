import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import {
  defineConfig,
  mergeRsbuildConfig,
  type HtmlTagDescriptor,
  type RsbuildConfig,
} from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

import { chunkPolicy } from '../releases/release.ts'
import { commonConfig, type Build } from './common-config.ts'
import { pageCostPlugin } from './page-cost.ts'
import { prerenderPlugin } from './prerender-plugin.ts'
import { hostReleasePlugin } from './release-plugin.ts'
import { sourceVersion } from './source-version.ts'

/** The whole build of the host; `directory` is the package's own, `import.meta.dirname`. */
export function defineHost(directory: string): ReturnType<typeof defineConfig> {
  return defineConfig(({ command }) => {
    const isDevelopment = command === 'dev'
    const version = isDevelopment ? 'dev' : sourceVersion(directory)
    const uniqueName = `host__${version.replaceAll(/\W/g, '_')}`
    const build = { directory, version, uniqueName, isDevelopment }
    return mergeRsbuildConfig(commonConfig(build), hostConfig(build))
  })
}

/** Tags that make the product installable; the files are in the host's `public` folder. */
const installTags = [
  { tag: 'link', attrs: { rel: 'manifest', href: 'manifest.webmanifest' }, publicPath: true },
  {
    tag: 'link',
    attrs: { rel: 'apple-touch-icon', href: 'apple-touch-icon.png' },
    publicPath: true,
  },
]

/**
 * Makes Fast Refresh work in remotes. Each remote has its own refresh runtime, which finds the
 * host's React only through the DevTools hook; React's stand-in hook forgets renderers.
 */
const reactRefreshShim: HtmlTagDescriptor = {
  tag: 'script',
  head: true,
  append: false,
  children: `(() => {
  const w = window
  if (w.__REACT_DEVTOOLS_GLOBAL_HOOK__) return
  let id = 0
  w.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers: new Map(), supportsFiber: true, isDisabled: false,
    inject(renderer) { id += 1; this.renderers.set(id, renderer); return id },
    onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
  }
})()`,
}

/** The router's package leads every bundler to its development build, with its warnings. */
function productionRouter(directory: string): Record<string, string> {
  const host = createRequire(join(directory, 'package.json'))
  const routerDom = createRequire(host.resolve('react-router-dom'))
  const dist = join(dirname(routerDom.resolve('react-router/package.json')), 'dist/production')
  return {
    'react-router$': join(dist, 'index.mjs'),
    'react-router/dom$': join(dist, 'dom-export.mjs'),
  }
}

function hostConfig(build: Build): RsbuildConfig {
  const { directory, uniqueName, isDevelopment } = build
  return {
    plugins: [
      pluginReact(),
      pageCostPlugin(directory),
      prerenderPlugin(build),
      hostReleasePlugin(build),
    ],
    source: {
      entry: { index: './src/main.tsx' },
      // The federation runtime without what only its plugin-built hosts need.
      define: { ENV_TARGET: '"web"', FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true' },
    },
    resolve: { alias: isDevelopment ? {} : productionRouter(directory) },
    html: {
      template: './src/index.html',
      favicon: './src/icon.svg',
      tags: [...installTags, ...(isDevelopment ? [reactRefreshShim] : [])],
    },
    output: {
      // Each pass finds what the one before has made unused.
      minify: { jsOptions: { minimizerOptions: { compress: { passes: 3 } } } },
    },
    tools: {
      rspack: isDevelopment
        ? {}
        : { output: { trustedTypes: { policyName: chunkPolicy(uniqueName) } } },
    },
  }
}
