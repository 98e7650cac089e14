import { expect, test } from 'vitest'

import { loginPath, nextPath } from './session.ts'

const at = (search: string) => new URL(`https://app.example/login${search}`)

test.each(['/jobs?q=a%26b&status=draft', '/settings#whatsapp', '/jobs?q=a#b'])(
  'the way back to %s keeps path, query and hash',
  (place) => {
    const path = loginPath(new URL(place, 'https://app.example'))

    expect(nextPath(new URL(path, 'https://app.example'))).toBe(place)
  },
)

test.each([
  '?next=https://evil.example/',
  '?next=//evil.example/jobs',
  String.raw`?next=/\evil.example`,
  '?next=%2F%5Cevil.example',
  '?next=/.//evil.example/x',
  '?next=/%2e//evil.example/x',
  '?next=/jobs/..//evil.example/x',
  '?next=javascript:alert(1)',
  '?next=/login?next=/login',
  '?next=/LOGIN/',
  '?next=/%254COGIN',
  '?next=jobs',
  '?next=',
  '',
])('%s is not followed', (search) => {
  expect(nextPath(at(search))).toBeUndefined()
})
