import { pieceTimeoutMs } from '@errand/contract/limits'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { defineConfig, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

import { containerName } from './app-package.ts'
import { commonConfig, isInReleasedShell, type Build } from './common-config.ts'
import { esmRuntimeAlias } from './esm-runtime-alias.ts'
import { refuseOwnCopies } from './own-copies.ts'
import { exposed } from './exposed.ts'
import { remoteReleasePlugin } from './release-plugin.ts'
import { sharedLibraries } from './shared-libraries.ts'
import { sourceVersion } from './source-version.ts'
import { chunkPolicy } from './trusted-types.ts'

/** The whole build of a remote; `directory` is the package's own, `import.meta.dirname`. */
export function defineRemote(directory: string): ReturnType<typeof defineConfig> {
  return defineConfig(({ command }) => {
    const isDevelopment = command === 'dev'
    const version = isDevelopment ? 'dev' : sourceVersion(directory)
    const uniqueName = `${containerName(directory)}__${version.replaceAll(/\W/g, '_')}`
    const build = { directory, version, uniqueName, isDevelopment }
    return mergeRsbuildConfig(commonConfig(build), remoteConfig(build))
  })
}

function remoteConfig(build: Build): RsbuildConfig {
  const { directory, uniqueName, isDevelopment } = build
  return {
    plugins: [
      pluginReact(isInReleasedShell ? asReleased : {}),
      remoteReleasePlugin(build),
      pluginModuleFederation({
        name: containerName(directory),
        filename: 'remoteEntry.js',
        exposes: Object.fromEntries(
          exposed(directory).map(({ key, source, chunk }) => [
            key,
            { import: `./${source}`, name: chunk },
          ]),
        ),
        // Unique names: with the plugin's defaults two releases of one remote corrupt each other.
        library: { type: 'var', name: uniqueName },
        shared: sharedLibraries(directory),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: true,
        experiments: {
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
    ],
    // No entry but the container: a src/index.* would be built a second time beside it.
    source: { entry: {} },
    resolve: { alias: isDevelopment ? {} : esmRuntimeAlias() },
    tools: {
      rspack: (config) => {
        config.output ??= {}
        config.output.uniqueName = uniqueName
        config.output.chunkLoadingGlobal = `chunk_${uniqueName}`
        config.output.crossOriginLoading = 'anonymous'
        config.output.chunkLoadTimeout = pieceTimeoutMs
        config.output.trustedTypes = { policyName: chunkPolicy(uniqueName) }
        if (isDevelopment) return
        // Ids of other kinds depend on the runtime's own module, whose name is an absolute path.
        config.optimization = { ...config.optimization, moduleIds: 'natural' }
        config.plugins = [...(config.plugins ?? []), refuseOwnCopies]
      },
    },
  }
}

/** Calls into React as a release does: a released shell gives no `react/jsx-dev-runtime`. */
const asReleased: Parameters<typeof pluginReact>[0] = {
  fastRefresh: false,
  swcReactOptions: { development: false },
}
