import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Points the federation runtime at its ES modules: the bundler finds the CommonJS copy, which
 * cannot be tree-shaken and nearly doubles a remote's entry. Guarded by the entry's size test.
 */
export function esmRuntimeAlias(): Record<string, string> {
  const here = createRequire(import.meta.url)
  const plugin = createRequire(here.resolve('@module-federation/rsbuild-plugin'))
  const enhanced = createRequire(plugin.resolve('@module-federation/enhanced'))
  const tools = createRequire(enhanced.resolve('@module-federation/runtime-tools'))
  const bundler = tools.resolve('@module-federation/webpack-bundler-runtime')
  const runtime = tools.resolve('@module-federation/runtime')
  return {
    [bundler]: join(dirname(bundler), 'bundler.js'),
    [runtime]: join(dirname(runtime), 'index.js'),
  }
}
