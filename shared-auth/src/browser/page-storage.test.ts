import { draftPrefix } from '@errand/contract/drafts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { draftsOf } from '../drafts.ts'
import { endSession, setSession } from '../session/session.ts'
import { browserStorage, tabStorage } from './page-storage.ts'

const names = ['localStorage', 'sessionStorage'] as const

/** What a browser without site data has in the place of a storage. */
const refusals: [string, PropertyDescriptor][] = [
  [
    'throws on access',
    {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    },
  ],
  ['is missing', { value: null }],
  [
    'accepts nothing',
    {
      value: { getItem: () => null, setItem: () => void JSON.parse('full'), removeItem: () => {} },
    },
  ],
]

describe.each(refusals)('S16: a storage that %s', (_, refusal) => {
  const own = names.map((name) => [name, Object.getOwnPropertyDescriptor(window, name)] as const)

  beforeEach(() => {
    for (const name of names) {
      Object.defineProperty(window, name, { configurable: true, ...refusal })
    }
  })
  afterEach(() => {
    for (const [name, descriptor] of own) {
      Reflect.deleteProperty(window, name)
      if (descriptor !== undefined) Object.defineProperty(window, name, descriptor)
    }
  })

  test('is replaced by memory for the visit', () => {
    for (const storage of [browserStorage, tabStorage]) {
      expect(storage.getItem('a')).toBeNull()
      storage.setItem('a', 'typed')
      expect(storage.getItem('a')).toBe('typed')
      expect(storage.keys()).toContain('a')
      storage.removeItem('a')
      expect(storage.getItem('a')).toBeNull()
    }
  })

  test('leaves no draft for the next person who signs in', () => {
    const key = `${draftPrefix}chat:u1:ses_1`
    for (const storage of [browserStorage, tabStorage]) storage.setItem(key, 'typed')
    endSession('left')
    for (const storage of [browserStorage, tabStorage]) expect(storage.getItem(key)).toBeNull()
  })
})

test('S16: a value that a full storage refused replaces the stored one', () => {
  browserStorage.setItem('a', 'old')
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  browserStorage.setItem('a', 'new')
  expect(browserStorage.getItem('a')).toBe('new')
  refused.mockRestore()

  browserStorage.setItem('a', 'newest')
  expect(browserStorage.getItem('a')).toBe('newest')
  expect(localStorage.getItem('a')).toBe('newest')
})

test('S17: a draft is kept for its owner until they sign out, and none is written after that', () => {
  setSession({ status: 'signed-in', user: { uid: 'u1', phoneNumber: '+919876543210' } })
  draftsOf('u1', 'chat', browserStorage).write('ses_1', 'typed')
  expect(draftsOf('u1', 'chat', browserStorage).read('ses_1')).toBe('typed')
  expect(draftsOf('u2', 'chat', browserStorage).read('ses_1')).toBeNull()

  endSession('left')
  draftsOf('u1', 'chat', browserStorage).write('ses_1', 'late')
  expect(draftsOf('u1', 'chat', browserStorage).read('ses_1')).toBeNull()
  expect(localStorage).not.toHaveProperty(`${draftPrefix}chat:u1:ses_1`)
})
