import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { logger, type RsbuildPlugin, type Rspack } from '@rsbuild/core'

import { readBudgets, type Budget } from './app-package.ts'
import { afterBuild } from './common-config.ts'
import { importedFiles, loadedFiles } from './pages.ts'

/** Logs the size of each of the host's pages, and fails the build if one exceeds its budget. */
export const pageCostPlugin = (directory: string): RsbuildPlugin =>
  afterBuild('page-cost', ({ compilation }, dist) => {
    for (const budget of readBudgets(directory)) {
      const { scripts, styles } = costOf(compilation, budget, dist)
      const total = scripts + styles
      const sentence = `${budget.path} costs ${inKb(total)} kB compressed: ${inKb(scripts)} of scripts, ${inKb(styles)} of styles`
      if (total > budget.kB * 1000) {
        throw new Error(`${sentence}; its budget is ${budget.kB} kB (host/package.json)`)
      }
      logger.info(sentence)
    }
  })

const inKb = (bytes: number): string => (bytes / 1000).toFixed(1)

/** The size of the entry and the page's chunk, compressed as an edge sends them. */
function costOf(compilation: Rspack.Compilation, { page }: Budget, dist: string) {
  const entries = [...compilation.entrypoints.values()].flatMap((group) => loadedFiles(group))
  const files = [...new Set([...entries, ...importedFiles(compilation, page)])]
  const compressedBytes = (kind: string) =>
    files
      .filter((name) => name.endsWith(kind))
      .reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(dist, name))).length, 0)
  return { scripts: compressedBytes('.js'), styles: compressedBytes('.css') }
}
