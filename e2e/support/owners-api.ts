import type { Settings } from '@errand/contract/settings'
import type { Page } from 'playwright/test'

import { authorizationOf } from './session.ts'

/** What an owner's own pages ask the api, asked by the test: with their session, without a screen. */
export interface OwnersApi {
  ask: <Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    body?: object,
    more?: Record<string, string>,
  ) => Promise<Answer>
  /** The bytes of a file. */
  download: (path: string) => Promise<Buffer>
}

/** The api as the owner who was signed in in the browser of this page. */
export function ownersApi(page: Page): OwnersApi {
  const headers = { authorization: authorizationOf(page) }
  const send = async (method: string, path: string, data?: object, more = {}) => {
    const options = { method, headers: { ...headers, ...more }, ...(data && { data }) }
    const answer = await page.request.fetch(path, options)
    if (!answer.ok())
      throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer
  }
  return {
    ask: async (...call) => (await send(...call)).json(),
    download: async (path) => (await send('GET', path)).body(),
  }
}

/** Changes some of the owner's settings, which no page has to be opened for. */
export async function changeSettings(
  api: OwnersApi,
  change: (settings: Settings) => Record<string, object>,
): Promise<void> {
  const { user } = await api.ask<{ user: { settings: Settings } }>('GET', '/api/auth/profile')
  const { settings } = user
  const ifMatch = { 'if-match': `"${settings.version}"` }
  await api.ask('PUT', '/api/auth/settings', { settings: change(settings) }, ifMatch)
}
