import { rmSync } from 'node:fs'

import { expect, test } from 'playwright/test'

import { environmentOfAnother } from '../support/product.ts'
import { newDatabase, runCommand } from '../support/servers.ts'

test('the product starts on one empty PostgreSQL database', async () => {
  const { url, remove } = await newDatabase()
  const environment = { ...environmentOfAnother(), DATABASE_URL: url }
  const product = await runCommand(['tools/src/start.ts'], environment)
  expect(product.said).toContain('the database at DATABASE_URL')
  await product.stop()
  await remove()
  rmSync(environment.DATA_DIR, { recursive: true })
})
