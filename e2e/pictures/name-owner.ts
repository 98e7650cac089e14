import type { Page } from 'playwright/test'

import { ownersApi } from '../support/owners-api.ts'
import type { Look } from './take-picture.ts'

interface Answer {
  user: { settings: { version: number } }
}

/** Gives the owner who is signed in on the page the name that pictures show, and their language. */
export async function nameOwner(page: Page, look: Look): Promise<void> {
  const api = ownersApi(page)
  const { user } = await api.ask<Answer>('GET', '/api/auth/profile')
  const language = look === 'rtl' ? 'ar' : 'en'
  const chosen = {
    name: 'Asha Rao',
    settings: { business: { name: 'Sunrise Studio' }, ui: { language } },
  }
  await api.ask('PUT', '/api/auth/settings', chosen, { 'if-match': `"${user.settings.version}"` })
}
