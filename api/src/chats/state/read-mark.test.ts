import { array, assert, boolean, integer, property } from 'fast-check'
import { expect, test } from 'vitest'

import { moveMark } from './read-mark.ts'

test.each([
  ['forward to the last of what was read', 2, [3, 5, 4], true, 5],
  ['not back by reading', 7, [3], true, 7],
  ['to just before what is unread', 7, [6, 4], false, 3],
  ['not forward by marking as unread', 2, [6], false, 2],
  ['to the very beginning', 2, [1], false, 0],
  ['nowhere for nothing', 2, [], true, 2],
  ['nowhere for nothing either', 2, [], false, 2],
])('the mark moves %s', (_, mark, places, read, expected) => {
  expect(moveMark(mark, { places, read })).toBe(expected)
})

test('after it moved, what was named is read or unread as asked', () => {
  const places = array(integer({ min: 1, max: 1000 }), { minLength: 1 })
  assert(
    property(integer({ min: 0, max: 1000 }), places, boolean(), (mark, named, read) => {
      const moved = moveMark(mark, { places: named, read })
      expect(named.every((place) => place <= moved === read)).toBe(true)
    }),
  )
})
