import { randomUUID } from 'node:crypto'

import { findLocalUrl } from '@errand/database'
import { administer, urlOf } from '@errand/database/testing'

import { dataDir } from './product.ts'

/** An empty database on the server of the product under test. */
export async function newDatabase(): Promise<{ url: string; remove: () => Promise<void> }> {
  const server = findLocalUrl(dataDir, 'errand') ?? process.env['DATABASE_URL']
  if (server === undefined) throw new Error('The product under test has no database')
  const name = `errand_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name}`)
  return {
    url: urlOf(server, name),
    remove: () => administer(server, `drop database ${name} with (force)`),
  }
}
