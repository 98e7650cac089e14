import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Rspack } from '@rsbuild/core'
import * as z from 'zod/mini'

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.optional(z.string()),
})
type Package = z.infer<typeof packageSchema>

/**
 * The npm packages whose code or fonts are in the files of a build, as a CycloneDX document. It has
 * neither a time nor a number of its own, so that the same source gives the same bytes.
 */
export function describePackages({ compilation }: Rspack.Stats, name: string, version: string) {
  const directories = new Set(
    [...compilation.modules]
      .filter((module) => compilation.chunkGraph.getModuleChunks(module).length > 0)
      .flatMap((module) => packageDirectoriesOf(module)),
  )
  const packages = [...directories].map((directory) => readPackage(directory))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: packages
      .map((one) => toComponent(one))
      .toSorted((one, other) => (one.purl < other.purl ? -1 : 1)),
  }
}

/** The folder of a package: a file's path up to the name that follows its last `node_modules`. */
const packageDirectory = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+(?=[/\\])/

function packageDirectoriesOf(module: Rspack.Module): string[] {
  // Modules of one scope are merged into one.
  if ('modules' in module && Array.isArray(module.modules))
    return module.modules.flatMap((inner: Rspack.Module) => packageDirectoriesOf(inner))
  if (!('resource' in module) || typeof module.resource !== 'string') return []
  return packageDirectory.exec(module.resource) ?? []
}

const readPackage = (directory: string): Package =>
  packageSchema.parse(JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')))

function toComponent({ name, version, license }: Package) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    name,
    version,
    purl,
    'bom-ref': purl,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  }
}
