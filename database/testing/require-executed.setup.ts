import { glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { listQuerying, listRequired, type ExecutedFunctions } from './executed-functions.ts'

/**
 * Fails the run when a function that queries the database was not executed on this engine: the
 * conformance set has to cover it. A run of some of the files alone shows nothing of that.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'errand-executed-'))
  const folder = project.config.dir ?? project.config.root
  project.provide('executed', { dir, folder })
  return async () => {
    const modules = await readExecuted(dir)
    await rm(dir, { recursive: true })
    if (!(await isWhole(project))) return
    const missing = await listMissing(folder, modules)
    if (missing.length === 0) return
    const list = missing.map((line) => `  ${line}`).join('\n')
    throw new Error(`The conformance set of ${project.name} does not execute:\n${list}`)
  }
}

/** Nobody has asked for some files or tests alone, and all of them passed. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { vitest, config } = project
  const { testFiles } = await project.globTestFiles()
  const ran = new Set(
    vitest.state
      .getFiles()
      .flatMap((file) => (file.projectName === project.name ? [file.filepath] : [])),
  )
  if (!testFiles.every((file) => ran.has(file))) return false
  return config.testNamePattern === undefined && vitest.state.getCountOfFailedTests() === 0
}

async function readExecuted(dir: string): Promise<ExecutedFunctions[]> {
  const texts = await Promise.all(
    (await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')),
  )
  return texts
    .flatMap((text) => text.split('\n').filter((line) => line !== ''))
    .map((line) => JSON.parse(line) as ExecutedFunctions)
}

async function listMissing(folder: string, modules: ExecutedFunctions[]): Promise<string[]> {
  const missing: string[] = []
  const byFile = Map.groupBy(modules, ({ file }) => file)
  for await (const name of glob('**/*.ts', { cwd: folder })) {
    // A program is a process of its own, in which nothing is counted.
    if (/\.test\.ts$|(?:^|\/)cli\.ts$/.test(name)) continue
    const file = join(folder, name)
    const querying = listQuerying(await readFile(file, 'utf8'))
    const isRepository = name.endsWith('.repo.ts')
    if (!isRepository && querying.length === 0) continue
    const counted = byFile.get(file)
    if (counted === undefined) {
      missing.push(`${name}, which no test loads`)
      continue
    }
    const executed = new Set(counted.flatMap((one) => one.executed))
    const known = new Set(counted.flatMap(({ all }) => all))
    const required = new Set(listRequired(querying, known))
    for (const one of isRepository ? new Set([...required, ...known]) : required) {
      if (!executed.has(one)) missing.push(`${one} of ${name}`)
    }
  }
  return missing.toSorted()
}
