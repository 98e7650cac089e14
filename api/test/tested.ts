import { join } from 'node:path'

/** The api's tests, for one engine or the other. */
export const tested = {
  name: 'api',
  root: join(import.meta.dirname, '..'),
  folder: 'src',
  pgliteSetup: 'test/pglite.setup.ts',
}
