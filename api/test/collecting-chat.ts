import { expect, vi } from 'vitest'

import { openShop, runsOf, saidIn, waitForQuiet } from './assistant-api.ts'
import { phonesOf, waitForChat } from './phone-api.ts'
import type { useTestApi } from './test-api.ts'

type TestApi = ReturnType<typeof useTestApi>

export const ravi = '+919800000001'
export const inTime = { interval: 50 }

const field = (order: number, key: string, type: string, question: string) => ({
  key,
  label: key,
  type,
  question,
  order,
  required: true,
})
export const day = field(0, 'day', 'date', 'Which day?')
export const need = field(1, 'need', 'text', 'What do you need?')
export const name = field(2, 'name', 'text', 'What is your name?')

/** A shop that asks for these, and its contact's phone. */
export async function openCollecting(api: TestApi, fields: object[] = [day, need, name]) {
  const { owner } = await openShop(api, { job: { answerOnly: false, fields } })
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
