import { localeCookieName } from '@errand/contract/language'
import { owner } from '@errand/contract/testing/owner'
import { expect, onTestFinished, test } from 'vitest'

import { applyLook } from './look.ts'

test('the edge is told the language of the owner for the next document', () => {
  onTestFinished(() => {
    document.cookie = `${localeCookieName}=; path=/; max-age=0`
    for (const name of ['lang', 'dir']) document.documentElement.removeAttribute(name)
  })
  const { settings } = owner
  applyLook({ ...owner, settings: { ...settings, ui: { ...settings.ui, language: 'ar' } } })

  expect(document.cookie).toContain(`${localeCookieName}=ar`)
})
