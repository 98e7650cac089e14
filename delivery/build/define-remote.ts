import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { defineConfig, mergeRsbuildConfig, type RsbuildConfig, type Rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

import { chunkPolicy } from '../releases/release.ts'
import { containerName, exposed } from './app-package.ts'
import { commonConfig, isInReleasedShell, type Build } from './common-config.ts'
import { remoteReleasePlugin } from './release-plugin.ts'
import { sharedLibraries } from './shared-libraries.ts'
import { sourceVersion } from './source-version.ts'

/**
 * The whole build of a remote, for its `rsbuild.config.ts`; `directory` is the package's own:
 * `export default defineRemote(import.meta.dirname)`.
 */
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
      pluginReact(isInReleasedShell ? productionJsx : {}),
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
        // Unique: with the plugin's default names two releases of one remote corrupt each other.
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
    // The container is the only entry: a src/index.* would be built a second time beside it.
    source: { entry: {} },
    // Each rule needs a class of the remote: it shares the page with the shell and other remotes,
    // and its styles stay after navigation.
    output: { cssModules: { mode: 'pure' } },
    resolve: { alias: isDevelopment ? {} : esmRuntimeAlias() },
    tools: {
      rspack: (config) => {
        config.output = { ...config.output, trustedTypes: { policyName: chunkPolicy(uniqueName) } }
        if (isDevelopment) return
        // Other kinds of ids depend on the runtime's own module, whose name is an absolute path.
        config.optimization = { ...config.optimization, moduleIds: 'natural' }
        config.plugins = [...(config.plugins ?? []), refuseSharedCopies]
      },
    },
  }
}

/** Compiles JSX as for production: a released shell provides no `react/jsx-dev-runtime`. */
const productionJsx: Parameters<typeof pluginReact>[0] = {
  fastRefresh: false,
  swcReactOptions: { development: false },
}

/**
 * Points the federation runtime at its ES modules: the bundler finds the CommonJS copy, which
 * cannot be tree-shaken and nearly doubles a remote's entry. Guarded by the entry's size test.
 */
function esmRuntimeAlias(): Record<string, string> {
  const requireHere = createRequire(import.meta.url)
  const plugin = createRequire(requireHere.resolve('@module-federation/rsbuild-plugin'))
  const enhanced = createRequire(plugin.resolve('@module-federation/enhanced'))
  const tools = createRequire(enhanced.resolve('@module-federation/runtime-tools'))
  const bundler = tools.resolve('@module-federation/webpack-bundler-runtime')
  const runtime = tools.resolve('@module-federation/runtime')
  return {
    [bundler]: join(dirname(bundler), 'bundler.js'),
    [runtime]: join(dirname(runtime), 'index.js'),
  }
}

/** Packages that exist once in a page, provided by the host; a remote must not bundle them. */
const pagePackages = new Set([
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  'jotai',
  '@tanstack/react-query',
  '@tanstack/query-core',
  'react-hot-toast',
  'firebase',
  '@firebase/app',
  '@firebase/auth',
  'ky',
])

/** Fails the build of a remote that bundles such a package, or has global styles. */
const refuseSharedCopies: Rspack.RspackPluginInstance = {
  apply(compiler) {
    const name = 'errand:shared'
    compiler.hooks.compilation.tap(name, (compilation) => {
      const refuse = (reason: string) =>
        compilation.errors.push(new compiler.rspack.WebpackError(reason))
      compilation.hooks.finishModules.tap(name, (modules) => {
        for (const copy of bundledPagePackages(modules)) {
          refuse(
            `This remote bundles its own copy of ${copy}. Import only what the page provides: ` +
              'see delivery/build/shared-libraries.ts; calls go through @errand/shared-auth.',
          )
        }
        for (const file of globalStyles(modules)) {
          refuse(
            `${file} would style the whole page. Styles of a remote are CSS modules: call it ` +
              `${file.replace(/\.css$/, '.module.css')} and use its classes.`,
          )
        }
      })
    })
  },
}

function globalStyles(modules: Iterable<Rspack.Module>): Set<string> {
  const files = [...modules].map((module) => module.nameForCondition() ?? '')
  return new Set(
    files.filter((file) => /(?<!\.module)\.css$/.test(file)).map((file) => basename(file)),
  )
}

function bundledPagePackages(modules: Iterable<Rspack.Module>): Set<string> {
  const found = new Set<string>()
  for (const module of modules) {
    const name = packageOf(module.nameForCondition() ?? '')
    if (name !== undefined && pagePackages.has(name)) found.add(name)
  }
  return found
}

/** `@tanstack/react-query` for a file below node_modules/@tanstack/react-query. */
const packageOf = (file: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1]
