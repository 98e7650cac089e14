import { expect, test } from 'vitest'

import { insertChat } from '../../test/chat-rows.ts'
import { newJob } from '../../test/analytics-job.ts'
import { useTestApi } from '../../test/test-api.ts'
import { ownerIdOf } from '../../test/owner-id.ts'

const api = useTestApi()

const farDays = ['0000-01-01', '0001-01-01', '1999-12-31', '2101-01-01', '9999-12-31']
const farMoments = ['0000-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '9999-12-31T23:59:59.999Z']

test.each([
  '/api/chats/stats?bucket=day',
  '/api/chats/stats?bucket=week',
  '/api/chats/sessions?limit=10',
  '/api/chats/export?format=csv',
  '/api/billing/summary?bucket=week',
  '/api/billing/costs?',
  '/api/billing/ledger?limit=10',
  '/api/chats/forms/{form}?responses=true',
  '/api/jobs/{job}/analytics?bucket=day',
  '/api/jobs/{job}/analytics?bucket=week',
])('%s refuses days that are not between 2000 and 2100', async (path) => {
  const owner = await api.newOwner()
  const { id, formId } = await newJob(api.database.queries, owner)
  const address = path.replace('{job}', id).replace('{form}', formId)

  for (const name of ['from', 'to']) {
    for (const day of farDays) {
      expect(await owner.call('GET', `${address}&${name}=${day}`), day).toMatchObject({
        status: 422,
        body: {
          errors: [
            {
              pointer: `#/${name}`,
              code: 'out_of_range',
              detail: 'Must be a day between 2000-01-01 and 2100-12-31.',
            },
          ],
        },
      })
    }
  }
  const both = await owner.call('GET', `${address}&from=0001-01-01&to=9999-12-31`)
  expect(both.body.errors).toMatchObject([{ pointer: '#/from' }, { pointer: '#/to' }])
})

test.each(['2000-01-01', '2100-12-31'])('the figures of %s are counted', async (day) => {
  const owner = await api.newOwner()
  const { id } = await newJob(api.database.queries, owner)

  for (const path of ['/api/chats/stats', '/api/billing/summary', `/api/jobs/${id}/analytics`]) {
    const query = `from=${day}&to=${day}&bucket=week`
    expect((await owner.call('GET', `${path}?${query}`)).status).toBe(200)
  }
})

test('a moment that is not between 2000 and 2100 is refused', async () => {
  const owner = await api.newOwner()
  const ownerId = await ownerIdOf(api, owner)
  const { id } = await insertChat(api.database.queries, { ownerId })
  const session = `/api/chats/sessions/${id}`

  for (const moment of farMoments) {
    const answers = [
      await owner.call('GET', `/api/chats/sessions?updatedSince=${moment}`),
      await owner.call('POST', `${session}/handler`, {
        body: { handler: 'owner', returnAt: moment },
      }),
      await owner.call('PUT', `${session}/save`, {
        body: { savedForLater: true, remindAt: moment },
      }),
    ]
    for (const { status, body } of answers) {
      expect(status, moment).toBe(422)
      expect(body.errors).toMatchObject([{ code: 'out_of_range' }])
    }
  }
})
