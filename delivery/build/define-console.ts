import { defineConfig, mergeRsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

import { chunkPolicy } from '../releases/release.ts'
import { commonConfig } from './common-config.ts'
import { sourceVersion } from './source-version.ts'

/** The whole build of the registry's console, which no edge serves and no rollout changes. */
export function defineConsole(directory: string): ReturnType<typeof defineConfig> {
  return defineConfig(() => {
    const build = {
      directory,
      version: sourceVersion(directory),
      // One of it is in a page: a new version need not rename each class.
      uniqueName: 'errand_console',
      isDevelopment: false,
    }
    return mergeRsbuildConfig(commonConfig(build), {
      plugins: [pluginReact()],
      source: { entry: { index: './src/main.tsx' } },
      html: { template: './src/index.html', favicon: './src/icon.svg' },
      // Without the styles that the toast library would write into the page, against its policy.
      resolve: { alias: { 'react-hot-toast$': 'react-hot-toast/headless' } },
      output: { assetPrefix: '/console/' },
      tools: { rspack: { output: { trustedTypes: { policyName: chunkPolicy('console') } } } },
    })
  })
}
