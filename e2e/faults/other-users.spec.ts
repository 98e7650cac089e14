import { spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

import { startAnother } from '../support/another-product.ts'
import { newDatabase } from '../support/database.ts'
import { anotherEnvironment } from '../support/product.ts'
import { root } from '../support/source.ts'
import { expect, test } from '../support/test.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }

test('the product runs on one PostgreSQL database that is empty', async () => {
  const { url, remove } = await newDatabase()
  const product = await startAnother({ ...anotherEnvironment(), DATABASE_URL: url })
  try {
    expect(product.said).toContain('the database at DATABASE_URL')
  } finally {
    await stop(product.process)
    await remove()
  }
})

// An ordinary user runs everything else already.
if (isRoot) {
  test('root starts it in a folder that nobody else may enter', async () => {
    const project = copyProject('/root')
    const environment = { ...anotherEnvironment(), DATA_DIR: join(project, '.data') }
    const product = await startAnother(environment, { cwd: project })
    const database = realpathSync(join(project, '.data/postgres'))
    try {
      expect(product.said).toContain(`.data, the database in ${database}`)
      expect(database).toMatch(/^\/var\/lib\/errand\/data-/)
    } finally {
      await stop(product.process)
      for (const folder of [project, database]) rmSync(folder, { recursive: true })
    }
  })

  test('an ordinary user starts it in a folder of that user', async () => {
    const project = copyProject('/var/tmp')
    chmodSync(project, 0o755)
    for (const folder of ['.', 'node_modules']) {
      chownSync(join(project, folder), nobody.uid, nobody.gid)
    }
    const environment = {
      ...anotherEnvironment(),
      DATA_DIR: join(project, '.data'),
      HOME: project,
    }
    const product = await startAnother(environment, { cwd: project, ...nobody })
    try {
      expect(product.said).toMatch(/Data {2,}\.data\n/)
    } finally {
      await stop(product.process)
      rmSync(project, { recursive: true })
    }
  })
}

/** The project once more, with its packages and builds: by links, where the folder is on its disk. */
function copyProject(parent: string): string {
  const copy = mkdtempSync(join(parent, 'errand-start-'))
  const isOneDisk = statSync(copy).dev === statSync(root).dev
  const left = new Set(['.git', '.cache', '.data', 'test-results'])
  const parts = readdirSync(root).filter((name) => !left.has(name))
  // What another test takes away meanwhile is none of what is needed.
  const sources = parts.map((name) => join(root, name))
  spawnSync('cp', [isOneDisk ? '-al' : '-a', ...sources, copy], { stdio: 'ignore' })
  // A link to the lock of the original's builds.
  rmSync(join(copy, 'node_modules/.errand-build.lock'), { force: true })
  return copy
}

async function stop(product: ChildProcess): Promise<void> {
  product.kill('SIGTERM')
  await once(product, 'exit')
}
