import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { logger, type RsbuildPlugin, type Rspack } from '@rsbuild/core'

import { readBudgets, type Budget } from './app-package.ts'
import { loadedFiles } from './pages.ts'

/** Says what the host's own pages cost whoever opens them, and refuses one that costs too much. */
export function pageCostPlugin(directory: string): RsbuildPlugin {
  return {
    name: 'errand:page-cost',
    apply: 'build',
    setup(api) {
      api.onAfterBuild(({ stats }) => {
        if (stats === undefined || stats.hasErrors() || !('compilation' in stats)) return
        for (const budget of readBudgets(directory)) {
          const { scripts, styles } = costOf(stats.compilation, budget, api.context.distPath)
          const total = scripts + styles
          const sentence = `${budget.path} costs ${inKb(total)} kB compressed: ${inKb(scripts)} of scripts, ${inKb(styles)} of styles`
          if (total > budget.kB * 1000) {
            throw new Error(`${sentence}; its budget is ${budget.kB} kB (host/package.json)`)
          }
          logger.info(sentence)
        }
      })
    },
  }
}

const inKb = (bytes: number): string => (bytes / 1000).toFixed(1)

/** What the entry and the page's own chunk weigh, as an edge sends them. */
function costOf(compilation: Rspack.Compilation, { page }: Budget, dist: string) {
  const groups = [
    ...compilation.entrypoints.values(),
    ...compilation.chunkGroups.filter(({ origins }) =>
      origins.some(({ request }) => request === page),
    ),
  ]
  const files = [...new Set(groups.flatMap((group) => loadedFiles(group)))]
  if (
    !compilation.chunkGroups.some(({ origins }) => origins.some(({ request }) => request === page))
  )
    throw new Error(`The host imports no ${page}, whose budget its package.json has`)
  const weight = (kind: string) =>
    files
      .filter((name) => name.endsWith(kind))
      .reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(dist, name))).length, 0)
  return { scripts: weight('.js'), styles: weight('.css') }
}
