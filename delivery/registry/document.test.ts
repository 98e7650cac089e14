import { expect, test } from 'vitest'

import { createEvaluator } from '../rollouts/evaluator.ts'
import { rollout, useTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import { readEvents } from '../testing/read-events.ts'

const fixture = useTestRegistry()
const { call, upload, newTeam, change } = fixture

async function releaseAll(app: string, ...versions: string[]): Promise<void> {
  const team = await newTeam(app)
  for (const version of versions) await upload(team, remoteBuild(app, version, 10))
}

const events = () =>
  fixture.registry.routes.request('/registry/events', {
    headers: { authorization: `Bearer ${fixture.registry.readerToken}` },
  })

test('the document is evaluated by flagd’s engine, and is not sent twice', async () => {
  await releaseAll('remote-jobs', '1.0.0', '1.1.0')
  await change('remote-jobs', rollout('1.0.0'))
  await change('remote-jobs', rollout('1.1.0', 0))
  await change('remote-jobs', { type: 'pin', visitor: 'v1', arm: 'candidate' })

  const { body, headers } = await call('GET', '/document')
  const evaluator = createEvaluator(body)
  expect(evaluator.decide('remote-jobs', 'v1')?.version).toBe('1.1.0')
  expect(evaluator.decide('remote-jobs', 'v2')?.version).toBe('1.0.0')

  const etag = headers.get('etag') ?? ''
  const again = await call('GET', '/document', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  await change('remote-jobs', { type: 'rollback' })
  const newer = await call('GET', '/document', { headers: { 'if-none-match': etag } })
  expect(newer.status).toBe(200)
})

test('who listens is told the revision of now, of each change, and when it is over', async () => {
  await releaseAll('remote-chats', '1.0.0', '1.1.0')
  const { body: before } = await call('GET', '/document')
  const listener = readEvents(await events())

  expect(await listener.next()).toEqual({
    event: 'change',
    data: { revision: before.metadata.revision },
  })
  await change('remote-chats', rollout('1.0.0'))
  const told = await listener.next()
  const { body: after } = await call('GET', '/document')
  expect(told?.data).toEqual({ revision: after.metadata.revision })

  // A refused change is none.
  await change('remote-chats', rollout('9.9.9'))
  await change('remote-chats', rollout('1.1.0', 5))
  expect((await listener.next())?.data).toEqual({ revision: after.metadata.revision + 1 })

  fixture.registry.endStreams()
  expect(await listener.next()).toBeUndefined()
})
