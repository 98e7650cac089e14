import { maxAlertDevices } from '@errand/contract/alerts'
import { maxJobAnswers } from '@errand/contract/job-answers'
import { afterEach, expect, test } from 'vitest'

import { usePushBrowsers } from '../../test/push-browsers.ts'
import { useTestApi, type Owner } from '../../test/test-api.ts'
import { maxSignIns } from '../modules/account/sign-ins/sign-ins.repo.ts'
import { maxJobs } from '../modules/jobs/jobs.service.ts'

/** Room for four of the files below. */
const api = useTestApi({ environment: async () => ({ MAX_FILES_GIB: String(1 / 1024) }) })
const { newBrowser } = usePushBrowsers(api)

const streams: Response[] = []
afterEach(async () => {
  for (const { body } of streams.splice(0)) await body?.cancel()
})

interface Limited {
  most: number
  /** Adds one more; the number makes it another one. */
  add: (number: number) => Promise<unknown>
  count: () => number | Promise<number>
}

const limits: Record<string, (owner: Owner) => Limited | Promise<Limited>> = {
  'browsers that get alerts': (owner) => ({
    most: maxAlertDevices,
    add: () => newBrowser().addTo(owner),
    count: async () => (await owner.call('GET', '/api/auth/alerts')).body.devices.length,
  }),
  jobs: (owner) => ({
    most: maxJobs,
    add: (number) => owner.call('POST', '/api/jobs', { body: { name: `Job ${number}` } }),
    count: async () => (await owner.call('GET', '/api/jobs?limit=1')).body.totals.draft,
  }),
  'answers of a job': async (owner) => {
    const made = await owner.call('POST', '/api/jobs', { body: { name: 'Salon' } })
    const path = `/api/jobs/${made.body.job.id}`
    return {
      most: maxJobAnswers,
      add: (number) => {
        const body = { question: `Is there a room ${number}?`, answer: 'Yes.' }
        return owner.call('POST', `${path}/answers`, { body })
      },
      count: async () => (await owner.call('GET', `${path}/questions`)).body.answered.length,
    }
  },
  'sign-ins': (owner) => {
    const on = (device: number) => api.onDevice(owner, { signedInAgo: device + 1 })
    return {
      most: maxSignIns,
      add: (number) => on(number).call('GET', '/api/auth/profile'),
      // By one more, as the first ones are signed out.
      count: async () => (await on(1000).call('GET', '/api/auth/sign-ins')).body.signIns.length,
    }
  },
  'files, by their bytes': (owner) => {
    let count = 0
    return {
      most: 4,
      add: async (number) => {
        const body = `${number}\n`.repeat(250_000).slice(0, 250_000)
        const headers = { 'content-type': 'text/csv', 'x-file-name': 'table.csv' }
        const { status, body: answer } = await owner.call('POST', '/api/files', { body, headers })
        if (status === 201) count += 1
        else expect(answer.title).toBe('There is no room for another file')
      },
      count: () => count,
    }
  },
  'streams of events': (owner) => ({
    most: 50,
    add: async () => {
      const stream = await owner.stream('/api/events', { method: 'GET' })
      if (stream.ok) streams.push(stream)
    },
    count: () => streams.length,
  }),
}

test.each(Object.entries(limits))('%s: the limit holds when many come at once', async (_, of) => {
  const { most, add, count } = await of(await api.newOwner())
  const more = Array.from({ length: most + 20 }, (_none, number) => add(number))

  await Promise.all(more)

  expect(await count()).toBe(most)
})
