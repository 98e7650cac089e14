import { isAbsolute, relative } from 'node:path'

import { rspack, type Rspack } from '@rsbuild/core'

import { sourceMapName } from '../releases/source-maps.ts'
import { workspaceRoot } from './source-version.ts'

/**
 * Writes the source map of each script into a folder that is not served. Scripts do not name their
 * maps, and maps hold no sources.
 */
export function sourceMapPlugin(directory: string): Rspack.RspackPluginInstance {
  const root = workspaceRoot(directory)
  return new rspack.SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: sourceMapName('[file]'),
    append: false,
    noSources: true,
    moduleFilenameTemplate: ({ absoluteResourcePath }) => sourceName(root, absoluteResourcePath),
  })
}

/** The same on every machine: relative to the repository, of a library from its package's name on. */
function sourceName(root: string, path: string): string {
  // What the bundler adds is in no file: `webpack/runtime/load_script`, or a URL with its code.
  if (!isAbsolute(path)) return path.startsWith('webpack/') ? path : 'webpack/code'
  return relative(root, path).replace(/.*(?=node_modules\/)/, '')
}
