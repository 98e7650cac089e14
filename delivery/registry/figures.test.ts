import { expect, test } from 'vitest'

import { setUpExposures, visitorOf } from '../testing/exposures-fixture.ts'
import { setUpTestRegistry } from '../testing/registry-fixture.ts'

const fixture = setUpTestRegistry()
const { newRollout, given, report, armsOf, figuresOf, beganHoursAgo, cameMinutesAgo } =
  setUpExposures(fixture)
const stable = { version: '1.0.0', arm: 'stable' } as const
const ready = { verdict: 'ready', readyMs: 1000 } as const

const candidateOf = async (app: string) => (await figuresOf(app))?.candidate

test('a visitor counts once, by the first page of the release, whichever edge reports it', async () => {
  const app = await newRollout('remote-first')
  await beganHoursAgo(app, 2)
  const visitor = visitorOf(1)
  const page = (minutes: number) => given(app, minutes, { visitor, ...ready })
  const later = [page(20), page(10)]
  // Out of order in one report.
  await report([...later, page(30)])
  await report([page(40), ...later], 'b:1')
  expect(await candidateOf(app)).toMatchObject({ visitors: 1, warmPages: 3, warmP75Ms: 1002 })
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((edge) => report([given(app, 1, { visitor: visitorOf(2) })], edge)),
  )
  // Of another release, and of a visitor who is no evidence.
  await report([given(app, 5, { ...stable, visitor, ...ready }), given(app, 5, ready)])
  await cameMinutesAgo(app, 5)
  expect(await figuresOf(app)).toMatchObject({
    candidate: { visitors: 2, silent: 1, warmPages: 3 },
    stable: { visitors: 1, warmPages: 0, warmP75Ms: null },
  })
  expect((await armsOf(app))[0]).toMatchObject({ exposures: 9 })
})
