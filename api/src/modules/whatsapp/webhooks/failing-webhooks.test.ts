import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { startWorking, waitForChat } from '../../../../test/phone-api.ts'
import { useTestApi } from '../../../../test/test-api.ts'
import { connect, now, textOf } from '../../../../test/webhook-api.ts'

const api = useTestApi()
beforeAll(() => startWorking(api))

test('a webhook for which no worker can be called is not taken, and counts once when it is sent again', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '113')
  const { queries } = api.database
  await queries.execute(sql`create or replace function refuse_task() returns trigger
    language plpgsql as 'begin raise exception ''full''; end'`)
  await queries.execute(sql`create trigger full_queue before insert on pgboss.job
    for each row when (new.name = 'webhook.apply') execute function refuse_task()`)
  const makeRoom = () => queries.execute(sql`drop trigger if exists full_queue on pgboss.job`)
  onTestFinished(async () => void (await makeRoom()))

  const text = textOf('wamid.again', 'Hello', now())
  expect((await tell(text)).status).toBeGreaterThanOrEqual(500)
  await makeRoom()
  expect((await tell(text)).status).toBe(200)

  await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'Hello' }]))
})
