import { expect, test } from 'vitest'

import { catalogueFaults } from '../../testing/catalogue-faults.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { hi } from './hi.ts'

test('each language says all that English says, with its own plurals', () => {
  expect(catalogueFaults({ en, hi, ar })).toEqual([])
})
