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

test('S9: an early caller waits until the session is known', async () => {
  const known = sessionKnown()
  expect(getSession()).toEqual({ status: 'loading' })

  setSession({ status: 'signed-in', user: asha })

  expect(await known).toEqual({ status: 'signed-in', user: asha })
  expect(await sessionKnown()).toEqual({ status: 'signed-in', user: asha })
})

test('S5: drafts are deleted at sign-out, and kept when the session expires or is ended', () => {
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

test('S5: the end of a session clears cached answers and is announced once', () => {
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

test('S5: cached answers are cleared when another user signs in', () => {
  const user = (uid: string) => ({ uid, phoneNumber: null, getIdToken: async () => uid }) as never
  openSession(user('one'))
  queryClient.setQueryData(['jobs'], ['his'])
  openSession(user('one'))
  expect(queryClient.getQueryData(['jobs'])).toEqual(['his'])

  openSession(user('two'))
  expect(queryClient.getQueryData(['jobs'])).toBeUndefined()
})
