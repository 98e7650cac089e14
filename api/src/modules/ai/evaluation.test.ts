import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { bareEnvironment } from '@errand/database/testing'
import { expect, onTestFinished, test } from 'vitest'

async function evaluate(...options: string[]): Promise<string> {
  const command = [join(import.meta.dirname, '../../../eval/cli.ts'), ...options]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: bareEnvironment })
  return stdout
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recordings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('--only hi runs Hindi only, not hi-Latn', async () => {
  const stdout = await evaluate('--only', 'hi', '--quiet')

  const rows = stdout.match(/^\S+ +\d+ of \d+/gm)?.map((row) => row.split(' ')[0])
  expect(rows).toEqual(['hi', 'all'])
})

test('a replay prints what the model wrote beside what was sent', async () => {
  const folder = await emptyFolder()
  const ids = 'salon-en-sat-to-sunday-after-yes,restaurant-es-al-final-somos-5'
  await evaluate('--ids', ids, '--record', folder)

  const stdout = await evaluate('--replay', folder, '--only', 'es', '--all')

  expect(stdout).toMatch(/^ {2}wrote {5}Gracias\.\n {2}sent {6}Esto es lo que tengo:$/m)
  expect(stdout).not.toContain('salon-en')
})

test('a replay of an empty folder fails, and so does one with a fault', async () => {
  const folder = await emptyFolder()

  await expect(evaluate('--replay', folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no recording in ${folder}.`),
  })
  const file = join(folder, 'model.json')
  const run = { model: 'small', provider: 'ai.example', promptVersion: '4', date: '2026-12-01' }
  const conversations = { 'salon-en-mens-cut-tomorrow': [] }
  await writeFile(file, JSON.stringify({ ...run, translations: {}, conversations }))
  await expect(evaluate('--replay', file)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('The recording has no more answers.'),
  })
})
