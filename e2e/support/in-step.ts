import type { MessageList, SessionList } from '@errand/contract/chats/session'
import fc from 'fast-check'
import { expect, type Browser } from 'playwright/test'

import { InboxBrowser, type Action } from './inbox-browser.ts'
import { changeSettings, ownersApi, type OwnersApi } from './owners-api.ts'
import { origin } from './product.ts'
import { signInByApi } from './session.ts'
import { createBookingJob } from './shop.ts'
import type { Owner } from './test.ts'

const names = ['Asha', 'Ravi', 'Meera', 'Kabir']

const kinds: readonly (Action | 'customer writes')[] = [
  'customer writes',
  'customer writes',
  'reply',
  'reply',
  'undo',
  'remark',
  'save',
  'read',
  'hand over',
  'close',
  'open',
  'reload',
  'network',
]
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  browser: fc.nat(1),
  chat: fc.nat(names.length - 1),
})

interface Story {
  seed: number
  /** How many actions. */
  count: number
  /** After how many of them both browsers are compared with the api. */
  lookEvery: number
}

/** Two browsers of one account stay in step through random actions. */
export async function playInStep(
  { owner, browser }: { owner: Owner; browser: Browser },
  { seed, count, lookEvery }: Story,
): Promise<void> {
  const api = ownersApi(owner.page)
  // The assistant takes part in the story.
  await changeSettings(api, () => ({ assistant: { debounceSeconds: 1 } }))
  await createBookingJob(api, 'asha@shop.example')
  for (const name of names) await writeTo(api, owner, { name, text: 'Hello' })
  const other = await (await browser.newContext()).newPage()
  await signInByApi(other.context(), { phoneNumber: owner.phoneNumber, origin })
  const browsers = [new InboxBrowser(owner.page), new InboxBrowser(other)] as const
  for (const { page } of browsers) {
    await page.goto('/chats')
    await expect(page.getByRole('list', { name: 'Chats' })).toBeVisible()
  }

  const steps = fc.sample(step, { numRuns: count, seed })
  const told: string[] = []
  for (const [index, { kind, browser: which, chat }] of steps.entries()) {
    const number = index + 1
    const name = names[chat] ?? ''
    told.push(`${number}: ${kind}, browser ${which}, ${name}`)
    try {
      if (kind === 'customer writes') await writeTo(api, owner, { name, text: `Line ${number}` })
      else await browsers[which === 0 ? 0 : 1].act(kind, { name, number })
      if (number % lookEvery === 0 || number === count) await expectInStep(browsers, api, name)
    } catch (cause) {
      const story = told.slice(-2 * lookEvery).join('\n  ')
      throw new Error(`IN_STEP_SEED=${seed}, the last actions:\n  ${story}`, { cause })
    }
  }
  await other.context().close()
}

/** A customer writes to the owner; each has a number of his own. */
function writeTo(
  api: OwnersApi,
  { phoneNumber }: Owner,
  { name, text }: { name: string; text: string },
): Promise<unknown> {
  const from = `+918${phoneNumber.slice(4, -1)}${names.indexOf(name)}`
  return api.ask('POST', '/api/dev/simulate/inbound', { from, name, text })
}

/** Both show what the api has: the chats in their order with their signs, and one from within. */
async function expectInStep(
  browsers: readonly [InboxBrowser, InboxBrowser],
  api: OwnersApi,
  name: string,
): Promise<void> {
  for (const inbox of browsers) await inbox.setOffline(false)
  await expect(async () => {
    for (const inbox of browsers) {
      // Who wrote to an ended chat has begun another, which may have come since.
      await inbox.open(name)
      await inbox.letGo()
    }
    const [one, other] = await Promise.all(browsers.map((inbox) => inbox.look(name)))
    expect(other).toEqual(one)
    const { items } = await api.ask<SessionList>('GET', '/api/chats/sessions')
    const truth = items.map(({ contact, unreadCount, savedForLater }) => ({
      name: contact.name,
      isUnread: unreadCount > 0,
      isSaved: savedForLater,
    }))
    expect(one?.rows).toEqual(truth.slice(0, one?.rows.length))
    const open = items.find(({ contact }) => contact.name === name)
    const { items: messages } = await api.ask<MessageList>(
      'GET',
      `/api/chats/sessions/${open?.id}/messages?limit=20`,
    )
    const said = messages
      .filter(({ type }) => type !== 'event')
      .map(({ text }) => text.replaceAll(/\s+/g, ' '))
    for (const [index, article] of (one?.articles ?? []).toReversed().entries()) {
      expect(article).toContain(said.at(-1 - index))
    }
  }).toPass({ timeout: 45_000, intervals: [250, 500, 1000] })
}
