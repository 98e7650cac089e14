import { expect, test } from 'vitest'

import { toMessageError } from './error-rules.ts'
import {
  describeMedia,
  downloadMedia,
  listTemplates,
  readNumber,
  type GraphAccess,
} from './graph.ts'

/** Access to a Graph API that gives this answer, and the requests it received. */
function accountOf(answer: (url: URL) => unknown, more: Partial<GraphAccess> = {}) {
  const calls: { url: string; token: string | null }[] = []
  const access: GraphAccess = {
    baseUrl: 'https://graph.facebook.com/v25.0',
    accessToken: 'token',
    phoneNumberId: '1000',
    wabaId: '2000',
    ask: async (url, { headers } = {}) => {
      calls.push({ url, token: new Headers(headers).get('authorization') })
      const answered = answer(new URL(url))
      return answered instanceof Response ? answered : Response.json(answered)
    },
    ...more,
  }
  return { access, calls }
}

test.each([
  'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
  'https://graph.facebook.com/v25.0/1',
])('a file at %s is downloaded with the token', async (url) => {
  const { access, calls } = accountOf(() => new Response('bytes'))
  expect(await (await downloadMedia(access, url, 10)).text()).toBe('bytes')
  expect(calls).toMatchObject([{ url, token: 'Bearer token' }])
})

test.each([
  'https://facebook.com/1',
  'https://evil.fbsbx.com/1',
  'https://lookaside.fbsbx.com.example/1',
  'https://lookaside.fbsbx.com:8443/1',
  'http://lookaside.fbsbx.com/1',
  'http://graph.facebook.com/1',
  'https://mmg.whatsapp.net/1',
  'https://user@example.com/lookaside.fbsbx.com',
])('the token is never sent to %s', async (url) => {
  const { access, calls } = accountOf(() => new Response('bytes'))
  await expect(downloadMedia(access, url, 10)).rejects.toThrow('stranger')
  expect(calls).toEqual([])
})

test('a file whose content-length is over the limit is not downloaded', async () => {
  const headers = { 'content-length': '11' }
  const { access } = accountOf(() => new Response('12345678901', { headers }))
  await expect(downloadMedia(access, 'https://lookaside.fbsbx.com/1', 10)).rejects.toMatchObject({
    code: 131_053,
  })
})

test('an id is escaped into one path segment, and dots are refused', async () => {
  const { access, calls } = accountOf(() => ({ url: 'https://a.example', mime_type: 'a/b' }))
  await describeMedia(access, '../1?fields=x#y')
  expect(calls[0]?.url).toBe('https://graph.facebook.com/v25.0/..%2F1%3Ffields%3Dx%23y')
  for (const phoneNumberId of ['..', '.', '']) {
    await expect(readNumber({ ...access, phoneNumberId })).rejects.toMatchObject({ code: 100 })
  }
  expect(calls).toHaveLength(1)
})

test('templates are read page by page, up to a limit of pages', async () => {
  const one = { name: 'a', language: 'en', status: 'APPROVED', category: 'UTILITY' }
  const page = (after: number) => ({
    data: [one],
    paging: { cursors: { after: String(after) }, next: 'https://graph.facebook.com/next' },
  })
  const three = accountOf(({ searchParams }) => {
    const after = Number(searchParams.get('after'))
    return after < 2 ? page(after + 1) : { data: [one] }
  })
  expect(await listTemplates(three.access)).toHaveLength(3)

  const endless = accountOf(() => page(1))
  await expect(listTemplates(endless.access)).rejects.toThrow('no end')
  expect(endless.calls).toHaveLength(60)
})

test('an unknown error code is shown with the provider’s own text', () => {
  const error = { detail: 'Something new', action: 'none', retryable: false }
  expect(toMessageError(999_999, 'Something new')).toMatchObject(error)
})
