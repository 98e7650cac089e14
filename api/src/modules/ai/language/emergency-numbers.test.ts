import { defaultPreferences } from '@errand/contract/default-preferences'
import { expect, test } from 'vitest'

import { businessLines } from '../compatible/business-prompt.ts'
import { emergencyNumbers } from './emergency-numbers.ts'

test.each([
  ['Europe/Berlin', ['112', '110']],
  ['America/Mexico_City', ['911']],
  ['Asia/Riyadh', ['911', '999', '997', '998']],
  ['Europe/Lisbon', ['112']],
  ['Europe/Amsterdam', ['112']],
  ['Asia/Kolkata', ['112', '100', '101', '102', '108']],
  ['Asia/Calcutta', ['112', '100', '101', '102', '108']],
  ['Europe/Kyiv', ['112', '101', '102', '103']],
  ['Europe/Kiev', ['112', '101', '102', '103']],
  ['UTC', []],
])('%s has the emergency numbers %j', (timeZone, numbers) => {
  expect(emergencyNumbers(timeZone)).toEqual(numbers)
})

test.each([
  ['Europe/Berlin', ['Emergency numbers: 112, 110']],
  ['UTC', []],
])('the prompt has the emergency numbers of %s: %j', (timeZone, lines) => {
  const said = businessLines({ ...defaultPreferences.business, locale: 'en-IN', timeZone })
  expect(said.filter((line) => line.startsWith('Emergency'))).toEqual(lines)
})
