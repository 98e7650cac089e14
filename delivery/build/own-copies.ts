import type { Rspack } from '@rsbuild/core'

/** Packages of which a page holds one copy, the host's; a remote that bundles one breaks that. */
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

/** Fails the build of a remote that holds its own copy of a package which the page provides. */
export const refuseOwnCopies: Rspack.RspackPluginInstance = {
  apply(compiler) {
    const name = 'errand:own-copies'
    compiler.hooks.compilation.tap(name, (compilation) => {
      compilation.hooks.finishModules.tap(name, (modules) => {
        for (const copy of ownCopies(modules)) {
          compilation.errors.push(
            new compiler.rspack.WebpackError(
              `This remote bundles its own copy of ${copy}. Import only what the page provides: ` +
                'see delivery/build/shared-libraries.ts; calls go through @errand/shared-auth.',
            ),
          )
        }
      })
    })
  },
}

function ownCopies(modules: Iterable<Rspack.Module>): Set<string> {
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
