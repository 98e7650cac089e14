import fc from 'fast-check'
import { expect, test } from 'vitest'

import { holdOrder } from './hold-order.ts'

test('a chat that would come to the top waits while the list is pointed at', () => {
  expect(holdOrder(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual({ ids: ['a', 'b', 'c'], waiting: 1 })
  expect(holdOrder(['a', 'b'], ['new', 'a', 'b'])).toEqual({ ids: ['a', 'b'], waiting: 1 })
})

test('what left the list goes, and a further page comes', () => {
  expect(holdOrder(['a', 'b', 'c'], ['a', 'c', 'd', 'e'])).toEqual({
    ids: ['a', 'c', 'd', 'e'],
    waiting: 0,
  })
})

test('nothing that is shown ever changes places while it is held', () => {
  const list = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'))
  fc.assert(
    fc.property(list, list, (shown, latest) => {
      const { ids, waiting } = holdOrder(shown, latest)
      const kept = shown.filter((id) => latest.includes(id))
      expect(ids.slice(0, kept.length)).toEqual(kept)
      expect(ids.every((id) => latest.includes(id))).toBe(true)
      expect(waiting > 0 || ids.join('') === latest.join('')).toBe(true)
    }),
  )
})
