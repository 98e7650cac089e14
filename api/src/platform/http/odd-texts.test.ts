import { buffer } from 'node:stream/consumers'

import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'

import { useShop } from '../../../test/billing-fixture.ts'
import { readChat, receive, sendReply } from '../../../test/chat-api.ts'
import { readState } from '../../../test/database-state.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { goodBodies, makeScene, pathFor, type Scene } from '../../../test/scene.ts'
import { type Owner, useTestApi } from '../../../test/test-api.ts'

const shop = await useShop()
const api = useTestApi({ environment: async () => shop.environment })

const texts: Record<string, string> = {
  emoji: '👩🏽‍🍳 🇮🇳 1️⃣',
  'right to left': 'مرحبا \u202Eשלום\u202C abc',
  'zero width and piled marks': 'a\u200Bb\uFEFFc\u2060d Z͑ͫ̓ͪ̂ͫ a\u0301 á',
  SQL: `'; drop table jobs; -- " \\ %_`,
  HTML: `<script>x</script><b a='x'>&amp;`,
  'several lines': 'one\r\ntwo\n\nthree\tfour, "five"; six',
  formula: '=HYPERLINK("http://x","y")',
  'formula with minus': '-1+1',
  'a wide formula': '＝1+1',
}

/** A text as it is kept: without what nobody sees. */
const seen = (text: string) => text.replaceAll(/[\u200B\u2060\uFEFF\u202A-\u202E]/g, '')

let owner: Owner
let scene: Scene
beforeAll(async () => {
  owner = await api.newOwner()
  scene = await makeScene(api, owner, shop)
})

async function change(method: string, path: string, body: object) {
  const answer = await owner.call(method, path, { body })
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const read = async (path: string) => (await owner.call('GET', path)).body

test.each(Object.entries(texts))('settings keep %s', async (_, text) => {
  const settingsOf = (said: string) => ({
    business: { name: said, description: said, hours: { awayMessage: said } },
    smtp: { fromName: said },
    billing: { legalName: said, address: said },
    assistant: { optOutKeywords: [`stop ${said}`] },
  })

  await change('PUT', '/api/auth/settings', { name: text, settings: settingsOf(text) })

  const settings = settingsOf(seen(text))
  expect((await read('/api/auth/profile')).user).toMatchObject({ name: seen(text), settings })
})

test.each(Object.entries(texts))('a job keeps %s', async (_, text) => {
  const field = { key: 'service', order: 0, type: 'select', required: true }
  const contentOf = (said: string) => ({
    name: said,
    description: said,
    instructions: said,
    guardrails: [said],
    greeting: said,
    completionMessage: said,
    fallbackMessage: said,
    notUnderstoodMessage: said,
    handoffMessage: said,
    trigger: { type: 'keyword', keywords: [said] },
    handoff: { keywords: [said] },
    fields: [
      {
        ...field,
        label: said,
        question: said,
        help: said,
        example: said,
        options: [1, 2].map((value) => ({
          value: `${value} ${said}`,
          label: `${value} ${said}`,
          synonyms: [`${said} ${value}`],
        })),
      },
    ],
  })

  const { job } = await change('POST', '/api/jobs', contentOf(text))
  await change('PUT', `/api/jobs/${job.id}`, { action: 'publish', note: text })
  const taught = { question: text, answer: text }
  await change('POST', `/api/jobs/${job.id}/answers`, taught)

  const { job: kept, versions } = await read(`/api/jobs/${job.id}?version=1`)
  expect(kept).toMatchObject(contentOf(seen(text)))
  expect(versions[0].note).toBe(seen(text))
  const { answered } = await read(`/api/jobs/${job.id}/questions`)
  expect(answered).toMatchObject([{ question: seen(text), answer: seen(text) }])
  const { items } = await read(`/api/jobs?${new URLSearchParams({ q: text }).toString()}`)
  expect(items.map(({ name }: { name: string }) => name)).toContain(seen(text))
  await change('DELETE', `/api/jobs/${job.id}`, {})
})

test.each(Object.entries(texts))('a chat keeps %s', async (_, text) => {
  const { sessionId, contactId, formId } = scene
  const { messageId } = await receive(owner, { text, name: text })
  const { remark } = await change('POST', `/api/chats/messages/${messageId}/remarks`, {
    remark: 'First',
  })
  await change('PUT', `/api/chats/remarks/${remark.id}`, { remark: text })
  await change('PUT', `/api/chats/contacts/${contactId}`, { name: text })
  await change('PUT', `/api/chats/sessions/${sessionId}/save`, { savedForLater: true, note: text })
  const form = `/api/chats/sessions/${sessionId}/form-data`
  await change('PUT', form, { formData: { service: text } })
  expect((await sendReply(owner, sessionId, text)).status).toBe(202)

  const { items, session } = await readChat(owner, sessionId)
  const [inbound, reply] = [items.find(({ id }: { id: string }) => id === messageId), items.at(-1)]
  expect(inbound).toMatchObject({ text: seen(text), remarks: [{ text: seen(text) }] })
  expect(reply.text).toBe(seen(text))
  const values = { service: seen(text) }
  expect(session).toMatchObject({
    contact: { name: seen(text) },
    savedNote: seen(text),
    formData: { values },
  })
  const { responses } = await read(`/api/chats/forms/${formId}?responses=true`)
  expect(responses.items).toMatchObject([{ values, contact: { name: seen(text) } }])
})

/** The cells of a CSV file, as a spreadsheet reads them. */
const cellsOf = (csv: string): string[] =>
  [...csv.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n|$)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

function expectNoFormula(csv: string): void {
  const cells = cellsOf(csv)
  // Digits alone are a number, and with spaces a phone number: nothing to run.
  const others = cells.filter((cell) => !/^[+-][\d ]+$/.test(cell))
  expect(others.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([])
  // They are there, as text.
  expect(cells).toEqual(expect.arrayContaining([`'-1+1`, `'=HYPERLINK("http://x","y")`]))
}

const fileOf = async (path: string) => buffer((await owner.stream(path, { method: 'GET' })).body!)

test('no spreadsheet runs any of it', async () => {
  const { sessionId } = scene
  const chats = `/api/chats/export?sessionId=${sessionId}&format=`
  expectNoFormula((await fileOf(`${chats}csv`)).toString())
  await change('PUT', `/api/chats/sessions/${sessionId}/form-data`, {
    formData: { service: '-1+1', wish: '=HYPERLINK("http://x","y")' },
  })
  expectNoFormula((await fileOf(`/api/chats/forms/${scene.formId}?format=csv`)).toString())
  const entries = unzipSync(await fileOf('/api/auth/export'))
  expectNoFormula(strFromU8(entries['messages.csv'] ?? new Uint8Array()))
})

test('as data it is as it was seen', async () => {
  const chats = `/api/chats/export?sessionId=${scene.sessionId}&format=`
  const data = JSON.stringify(JSON.parse((await fileOf(`${chats}json`)).toString()))
  for (const text of Object.values(texts)) expect(data).toContain(JSON.stringify(seen(text)))
})

test('members that nobody knows are refused by their names, and kept nowhere', async () => {
  const calls = Object.entries(goodBodies)
  for (const [call, bodyOf] of calls) {
    const [method = '', path = ''] = call.split(' ')
    const good = JSON.stringify(bodyOf(scene, owner)).slice(1, -1)
    for (const name of ['unknown', 'constructor', '__proto__', 'ownerId']) {
      const more = `"${name}":{"mark":"nobody-knows-me"}`
      const answer = await owner.call(method, pathFor(path, scene), {
        body: `{${[good, more].filter((members) => members !== '').join(',')}}`,
      })
      expectProblem(answer, 422)
      expect(answer.body, call).toMatchObject({
        errors: [{ pointer: `#/${name}`, code: 'unknown', detail: `"${name}" is not known here.` }],
      })
    }
  }
  expect(calls.length).toBeGreaterThan(15)
  expect(JSON.stringify(await readState(api.database.queries))).not.toContain('nobody-knows-me')
})
