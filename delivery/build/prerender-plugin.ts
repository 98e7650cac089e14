import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { originPlaceholder } from '@errand/contract/release'
import { createRsbuild, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

import { integrityOf, releasePath } from '../releases/release.ts'
import { appName } from './app-package.ts'
import { afterBuild, commonConfig, type Build } from './common-config.ts'
import { importedFiles } from './pages.ts'

/** A page that is rendered by the build. */
interface DrawnPage {
  path: string
  /** What its documents are called. */
  name: string
  /** The import of its route, whose styles it needs. */
  route: string
  translations: Translation[]
}

interface Translation {
  language: string
  title: string
  description: string
  markup: string
}

const source = 'src/prerender.tsx'

/** The documents of pages that need no script, by path and language. */
export const scriptlessDocuments: Record<string, Record<string, string>> = {}

/** Writes documents of their own for the pages that need no script, one in each language. */
export function prerenderPlugin(build: Build): RsbuildPlugin {
  const { directory, version } = build
  return afterBuild('prerender', async ({ compilation }, dist) => {
    if (!existsSync(join(directory, source))) return
    const prefix = releasePath(appName(directory), version)
    const document = readFileSync(join(dist, 'index.html'), 'utf8')
    for (const page of await drawPages(build)) {
      const styles = importedFiles(compilation, page.route)
        .filter((name) => name.endsWith('.css'))
        .map(
          (name) =>
            `<link href="${prefix}${name}" rel="stylesheet" integrity="${integrityOf(readFileSync(join(dist, name)))}" crossorigin="anonymous">`,
        )
      const picture = `${originPlaceholder}${prefix}icon-512.png`
      const written = page.translations.map((translation): [string, string] => {
        const file = `${page.name}.${translation.language}.html`
        const head = [...styles, ...addressTags(page, translation), metaTag('og:image', picture)]
        writeFileSync(join(dist, file), writeDocument(document, translation, head.join('\n')))
        return [translation.language, file]
      })
      scriptlessDocuments[page.path] = Object.fromEntries(written)
    }
  })
}

/** The host's document with this page in the place of its scripts, which are only fetched ahead. */
function writeDocument(document: string, translation: Translation, head: string): string {
  const { title, description, markup } = translation
  const root = '<div id="root"></div>'
  if (!document.includes(root)) throw new Error('The document has no empty #root')
  return document
    .replace(/<title>.*<\/title>/, () => `<title>${escapeText(title)}</title>`)
    .replace(
      /<meta\s+name="description"[^>]*>/,
      () => `<meta name="description" content="${escapeText(description)}">`,
    )
    .replaceAll(
      /<script defer src=("[^"]+")([^>]*)><\/script>/g,
      '<link rel="prefetch" as="script" href=$1$2>',
    )
    .replace(/<noscript>.*<\/noscript>/s, '')
    .replace('</head>', () => `${head}</head>`)
    .replace(root, () => markup)
}

/** What search engines and previews of links are told: where this page and its translations are. */
function addressTags(
  { path, translations }: DrawnPage,
  { language, title, description }: Translation,
): string[] {
  // English is at the path itself, where other browsers get their own language.
  const addressIn = (tag: string) =>
    `${originPlaceholder}${path}${tag === 'en' ? '' : `?lang=${tag}`}`
  const alternate = (tag: string, address: string) =>
    `<link rel="alternate" hreflang="${tag}" href="${address}">`
  return [
    `<link rel="canonical" href="${addressIn(language)}">`,
    ...translations.map((each) => alternate(each.language, addressIn(each.language))),
    alternate('x-default', addressIn('en')),
    metaTag('og:type', 'website'),
    metaTag('og:title', title),
    metaTag('og:description', description),
    metaTag('og:url', addressIn(language)),
    metaTag('og:locale', language),
  ]
}

const metaTag = (property: string, content: string): string =>
  `<meta property="${property}" content="${escapeText(content)}">`

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

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
