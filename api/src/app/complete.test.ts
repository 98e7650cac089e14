import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { answering, newForm } from '../../test/form-rows.ts'
import { useTestApi } from '../../test/test-api.ts'
import { chatSessions, formData } from '../platform/database/schema.ts'

const api = useTestApi()
const answer = answering(api)

test('the job, its form, figures, dashboard and file agree on which chats are complete', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner, 'Salon')
  const { queries } = api.database
  const { chat: driven } = await answer(owner, job.id, { name: 'Asha' })
  const { chat: confirmed } = await answer(owner, job.id, { name: 'Ben' })
  const { chat: corrected } = await answer(owner, job.id, { name: 'Carol' })
  const { chat: broken } = await answer(owner, job.id, { tags: 'x' })
  await answer(owner, job.id, {})
  // The owner may still be talking, and an end by itself completes nothing.
  const put = (id: string, chat: object) =>
    queries.update(chatSessions).set(chat).where(eq(chatSessions.id, id))
  await put(driven.id, { handler: 'owner' })
  await put(broken.id, { status: 'completed', closeReason: 'completed', handler: 'none' })
  for (const [{ id }, status] of [
    [confirmed, 'confirmed'],
    [corrected, 'corrected'],
  ] as const)
    await queries.update(formData).set({ status }).where(eq(formData.sessionId, id))
  const read = async (path: string) => {
    const { status, body } = await owner.call('GET', path)
    expect(status).toBe(200)
    return body
  }

  const form = await read(`/api/chats/forms/${job.formId}?responses=true`)
  const analytics = await read(`/api/jobs/${job.id}/analytics`)
  const chats = await read('/api/chats/stats')
  const dashboard = await read('/api/auth/stats')
  const file: string = await read(`/api/chats/forms/${job.formId}?format=csv`)

  expect({
    form: form.form.completeCount,
    rows: form.responses.totals.complete,
    analytics: analytics.totals.completed,
    chats: chats.totals.completed,
    today: dashboard.sessions.completedToday,
    week: dashboard.sessions.completed7d,
    file: file.split('\r\n').filter((line) => line.includes(',Complete,')).length,
  }).toEqual({ form: 3, rows: 3, analytics: 3, chats: 3, today: 3, week: 3, file: 3 })
  expect((await read(`/api/jobs/${job.id}`)).job.stats.completionRate30d).toBe(3 / 5)
  expect(analytics.totals.completionRate).toBe(3 / 5)
  expect(dashboard.forms.completionRate7d).toBe(3 / 5)
})
