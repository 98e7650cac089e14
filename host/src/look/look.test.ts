import { localeCookieName } from '@errand/contract/language'
import { owner } from '@errand/contract/testing/owner'
import { expect, onTestFinished, test } from 'vitest'

import { applyLook } from './look.ts'

test('the owner’s language is stored in a cookie for the edge', () => {
  onTestFinished(() => {
    document.cookie = `${localeCookieName}=; path=/; max-age=0`
    for (const name of ['lang', 'dir']) document.documentElement.removeAttribute(name)
  })
  const { settings } = owner
  applyLook({ ...owner, settings: { ...settings, ui: { ...settings.ui, language: 'ar' } } })

  expect(document.cookie).toContain(`${localeCookieName}=ar`)
})
