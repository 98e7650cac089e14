import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createRsbuild, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

import { integrityOf, releasePath } from '../releases/release.ts'
import { appName } from './app-package.ts'
import { afterBuild, commonConfig, type Build } from './common-config.ts'
import { importedFiles } from './pages.ts'

/** A page that is rendered by the build. */
interface DrawnPage {
  path: string
  /** The document that it is written to. */
  file: string
  /** The import of its route, whose styles it needs. */
  route: string
  markup: string
}

const source = 'src/prerender.tsx'

/** The documents of prerendered pages, by path. */
export const drawnDocuments = new Map<string, string>()

/** Writes a separate document for each page that can be shown before any script runs. */
export function prerenderPlugin(build: Build): RsbuildPlugin {
  const { directory, version } = build
  return afterBuild('prerender', async ({ compilation }, dist) => {
    if (!existsSync(join(directory, source))) return
    const prefix = releasePath(appName(directory), version)
    const document = readFileSync(join(dist, 'index.html'), 'utf8')
    for (const { path, file, route, markup } of await drawPages(build)) {
      const styles = importedFiles(compilation, route)
        .filter((name) => name.endsWith('.css'))
        .map(
          (name) =>
            `<link href="${prefix}${name}" rel="stylesheet" integrity="${integrityOf(readFileSync(join(dist, name)))}" crossorigin="anonymous">`,
        )
      const drawn = document
        .replace('</head>', () => `${styles.join('')}</head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
      if (!drawn.includes(markup)) throw new Error('The document has no empty #root')
      writeFileSync(join(dist, file), drawn)
      drawnDocuments.set(path, file)
    }
  })
}

/** Builds the pages for Node, with the class names of the browser build, and runs the result. */
async function drawPages(build: Build): Promise<DrawnPage[]> {
  const directory = await mkdtemp(join(tmpdir(), 'errand-prerender-'))
  const { cssModules } = commonConfig(build).output ?? {}
  try {
    const rsbuild = await createRsbuild({
      cwd: build.directory,
      config: {
        root: build.directory,
        plugins: [pluginReact()],
        logLevel: 'error',
        source: { entry: { prerender: `./${source}` } },
        output: {
          target: 'node',
          module: false,
          distPath: { root: directory },
          filename: { js: '[name].cjs' },
          ...(cssModules !== undefined && { cssModules }),
        },
        performance: { printFileSize: false },
      },
    })
    await (await rsbuild.build()).close()
    const built = createRequire(import.meta.url)(join(directory, 'prerender.cjs')) as {
      pages: DrawnPage[]
    }
    return built.pages
  } finally {
    await rm(directory, { recursive: true })
  }
}
