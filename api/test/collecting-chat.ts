import { expect, vi } from 'vitest'

import { asking, openShop, runsOf, saidIn, waitForQuiet } from './assistant-api.ts'
import { phonesOf, waitForChat } from './phone-api.ts'
import type { useTestApi } from './test-api.ts'

type TestApi = ReturnType<typeof useTestApi>

export const ravi = '+919800000001'
export const inTime = { interval: 50 }

type Asked = Parameters<typeof asking>[number]
export const day: Asked = ['day', 'date', { question: 'Which day?' }]
export const need: Asked = ['need', 'text', { question: 'What do you need?' }]
export const name: Asked = ['name', 'text', { question: 'What is your name?' }]

/** A shop that asks for these, and its contact's phone. */
export async function openCollecting(api: TestApi, fields: Asked[] = [day, need, name]) {
  const { owner } = await openShop(api, { job: asking(...fields) })
  const phones = await phonesOf(api, owner)
  /** The contact writes, and reads the answer. */
  const say = async (text: string, runs: number) => {
    const message = await phones.write(ravi, { text })
    const { id } = await chat(runs)
    return { message, id }
  }
  const chat = async (runs: number) => {
    const { session } = await waitForChat(owner, ({ items }) => expect(items).not.toEqual([]))
    await vi.waitFor(async () => {
      expect(await runsOf(api, session.id)).toHaveLength(runs)
      await waitForQuiet(api, session.id, runs)
    }, inTime)
    return (await waitForChat(owner, () => {})).session
  }
  const last = async (id: string) => (await saidIn(api, id)).at(-1)
  return { owner, phones, say, chat, last }
}
