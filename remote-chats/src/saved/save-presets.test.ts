import { expect, test } from 'vitest'

import { savePresets } from './save-menu.tsx'

const presets = (now: Date) =>
  Object.fromEntries(savePresets(now).map(({ id, at }) => [id, at.toString()]))

test('an hour is an hour; tomorrow and Monday begin at nine', () => {
  const friday = new Date(2026, 10, 20, 15, 30)

  expect(presets(friday)).toEqual({
    hour: new Date(2026, 10, 20, 16, 30).toString(),
    tomorrow: new Date(2026, 10, 21, 9).toString(),
    monday: new Date(2026, 10, 23, 9).toString(),
  })
})

test('on a Monday it is the next one, on a Sunday tomorrow says the same', () => {
  expect(presets(new Date(2026, 10, 23, 8))['monday']).toBe(new Date(2026, 10, 30, 9).toString())
  expect(presets(new Date(2026, 10, 22, 8))).not.toHaveProperty('monday')
})

test('days begin and end where the business is', () => {
  // Half past nine on a Friday evening in London is three on Saturday morning in Kolkata.
  const at = Object.fromEntries(
    savePresets(new Date('2026-11-20T21:30:00Z'), 'Asia/Kolkata').map((preset) => [
      preset.id,
      preset.at.toISOString(),
    ]),
  )

  expect(at).toMatchObject({
    tomorrow: '2026-11-22T03:30:00.000Z',
    monday: '2026-11-23T03:30:00.000Z',
  })
})
