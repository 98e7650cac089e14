import { expect, test } from 'vitest'

import { toMessageError } from './error-rules.ts'
import {
  describeMedia,
  downloadMedia,
  listTemplates,
  readNumber,
  type GraphAccess,
} from './graph.ts'

/** An account whose provider answers this, and what it was asked with. */
function accountOf(answer: (url: URL) => unknown, more: Partial<GraphAccess> = {}) {
  const asked: { url: string; token: string | null }[] = []
  const access: GraphAccess = {
    baseUrl: 'https://graph.facebook.com/v25.0',
    accessToken: 'token',
    phoneNumberId: '1000',
    wabaId: '2000',
    ask: async (url, { headers } = {}) => {
      asked.push({ url, token: new Headers(headers).get('authorization') })
      const answered = answer(new URL(url))
      return answered instanceof Response ? answered : Response.json(answered)
    },
    ...more,
  }
  return { access, asked }
}

test.each([
  'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
  'https://graph.facebook.com/v25.0/1',
])('a file at %s is loaded with the token', async (url) => {
  const { access, asked } = accountOf(() => new Response('bytes'))
  expect(await (await downloadMedia(access, url, 10)).text()).toBe('bytes')
  expect(asked).toMatchObject([{ url, token: 'Bearer token' }])
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
])('the token is not shown to %s', async (url) => {
  const { access, asked } = accountOf(() => new Response('bytes'))
  await expect(downloadMedia(access, url, 10)).rejects.toThrow('stranger')
  expect(asked).toEqual([])
})

test('a file that says of itself that it is too large is not read', async () => {
  const headers = { 'content-length': '11' }
  const { access } = accountOf(() => new Response('12345678901', { headers }))
  await expect(downloadMedia(access, 'https://lookaside.fbsbx.com/1', 10)).rejects.toMatchObject({
    code: 131_053,
  })
})

test('an id is one step of a path, whatever it is made of', async () => {
  const { access, asked } = accountOf(() => ({ url: 'https://a.example', mime_type: 'a/b' }))
  await describeMedia(access, '../1?fields=x#y')
  expect(asked[0]?.url).toBe('https://graph.facebook.com/v25.0/..%2F1%3Ffields%3Dx%23y')
  for (const phoneNumberId of ['..', '.', '']) {
    await expect(readNumber({ ...access, phoneNumberId })).rejects.toMatchObject({ code: 100 })
  }
  expect(asked).toHaveLength(1)
})

test('templates are read to the end, and not for ever', async () => {
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
  expect(endless.asked).toHaveLength(60)
})

test('an error that is new to us is told in the words of the provider', () => {
  const error = { detail: 'Something new', action: 'none', retryable: false }
  expect(toMessageError(999_999, 'Something new')).toMatchObject(error)
})
