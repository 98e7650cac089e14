import { expect, test } from 'vitest'

import { openSession } from '../identity.ts'
import {
  endSession,
  getSession,
  onSessionChange,
  queryClient,
  sessionKnown,
  setSession,
} from './session.ts'

const asha = { uid: 'u1', phoneNumber: '+919876543210' }

test('S9: whoever asks early is answered when the session is known', async () => {
  const known = sessionKnown()
  expect(getSession()).toEqual({ status: 'loading' })

  setSession({ status: 'signed-in', user: asha })

  expect(await known).toEqual({ status: 'signed-in', user: asha })
  expect(await sessionKnown()).toEqual({ status: 'signed-in', user: asha })
})

test('S5: unsent text goes with who leaves, and waits for whose session expired or was ended', () => {
  sessionStorage.setItem('errand:draft:x', 'typed')
  localStorage.setItem('errand:draft:y', 'typed')

  endSession('expired')
  expect(sessionStorage.getItem('errand:draft:x')).toBe('typed')
  expect(localStorage.getItem('errand:draft:y')).toBe('typed')

  endSession('ended')
  expect(sessionStorage.getItem('errand:draft:x')).toBe('typed')

  endSession('left')
  expect(sessionStorage.getItem('errand:draft:x')).toBeNull()
  expect(localStorage.getItem('errand:draft:y')).toBeNull()
})

test('S5: the end of a session leaves no cached answer, and is told once', () => {
  setSession({ status: 'signed-in', user: asha })
  queryClient.setQueryData(['jobs'], ['secret'])
  let changes = 0
  const unsubscribe = onSessionChange(() => (changes += 1))

  endSession('left')
  endSession('expired')
  unsubscribe()

  expect(getSession()).toEqual({ status: 'signed-out', reason: 'left' })
  expect(queryClient.getQueryData(['jobs'])).toBeUndefined()
  expect(changes).toBe(1)
})

test('S5: who is let in after somebody else finds none of his answers', () => {
  const user = (uid: string) => ({ uid, phoneNumber: null, getIdToken: async () => uid }) as never
  openSession(user('one'))
  queryClient.setQueryData(['jobs'], ['his'])
  openSession(user('one'))
  expect(queryClient.getQueryData(['jobs'])).toEqual(['his'])

  openSession(user('two'))
  expect(queryClient.getQueryData(['jobs'])).toBeUndefined()
})
