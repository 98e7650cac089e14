import type { MessageList, SessionList } from '@errand/contract/chats/session'
import fc from 'fast-check'
import { expect, type Browser } from 'playwright/test'

import { InboxBrowser, type Action } from './inbox-browser.ts'
import { changeSettings, ownersApi, type OwnersApi } from './owners-api.ts'
import { origin } from './product.ts'
import { signInByApi } from './session.ts'
import { createBookingJob } from './shop.ts'
import type { Owner } from './test.ts'

const names = ['Asha', 'Ravi', 'Meera', 'Kabir'] as const

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

export interface Step {
  kind: (typeof kinds)[number]
  browser: 0 | 1
  /** Whose chat. */
  name: (typeof names)[number]
}

interface Story {
  steps: readonly Step[]
  /** What finds this story again. */
  title: string
  /** After how many steps both browsers are compared with the api. */
  lookEvery: number
  /** Each step can be done; of random ones some come when there is nothing to do them to. */
  isWritten?: boolean
}

/** As many steps as are asked for; another seed is another story. */
export function randomSteps({ seed, count }: { seed: number; count: number }): Step[] {
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    browser: fc.constantFrom(0, 1),
    name: fc.constantFrom(...names),
  })
  return fc.sample(step, { numRuns: count, seed })
}

/** Two browsers of one account stay in step through everything that is done in one of them. */
export async function playInStep(
  { owner, browser }: { owner: Owner; browser: Browser },
  { steps, title, lookEvery, isWritten = false }: Story,
): Promise<void> {
  const api = ownersApi(owner.page)
  // The assistant takes part in the story.
  await changeSettings(api, () => ({
    assistant: { debounceSeconds: 1 },
    inbox: { undoSeconds: 10 },
  }))
  await createBookingJob(api, 'asha@shop.example')
  for (const name of names) await writeTo(api, owner, { name, text: 'Hello' })
  const other = await (await browser.newContext()).newPage()
  await signInByApi(other.context(), { phoneNumber: owner.phoneNumber, origin })
  const browsers = [new InboxBrowser(owner.page), new InboxBrowser(other)] as const
  for (const { page } of browsers) {
    await page.goto('/chats')
    await expect(page.getByRole('list', { name: 'Chats' })).toBeVisible()
  }

  const told: string[] = []
  for (const [index, { kind, browser: which, name }] of steps.entries()) {
    const number = index + 1
    told.push(`${number}: ${kind}, browser ${which}, ${name}`)
    try {
      if (kind === 'customer writes') await writeTo(api, owner, { name, text: `Line ${number}` })
      else {
        const act = () => browsers[which].act(kind, { name, number })
        if (isWritten) await expect.poll(act, { message: 'the step has an effect' }).toBe(true)
        else await act()
      }
      if (number % lookEvery === 0 || number === steps.length)
        await expectInStep(browsers, api, name)
    } catch (cause) {
      const story = told.slice(-2 * lookEvery).join('\n  ')
      throw new Error(`${title}, the last steps:\n  ${story}`, { cause })
    }
  }
  await other.context().close()
}

/** A customer writes to the owner; each has a number of their own. */
function writeTo(
  api: OwnersApi,
  { phoneNumber }: Owner,
  { name, text }: { name: Step['name']; text: string },
): Promise<unknown> {
  const from = `+918${phoneNumber.slice(4, -1)}${names.indexOf(name)}`
  return api.ask('POST', '/api/dev/simulate/inbound', { from, name, text })
}

/** What the latest chat of somebody holds, in its order. */
export async function saidTo(api: OwnersApi, name: Step['name']): Promise<string[]> {
  const { items } = await api.ask<SessionList>('GET', '/api/chats/sessions')
  return saidIn(api, items.find(({ contact }) => contact.name === name)?.id)
}

async function saidIn(api: OwnersApi, sessionId: string | undefined): Promise<string[]> {
  const path = `/api/chats/sessions/${sessionId}/messages?limit=20`
  const { items } = await api.ask<MessageList>('GET', path)
  return items
    .filter(({ type }) => type !== 'event')
    .map(({ text }) => text.replaceAll(/\s+/g, ' '))
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
      // A customer who writes to an ended chat starts another one, which may have arrived since.
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
    expect(one?.isOwners).toBe(open?.handler === 'owner' && open.job !== null)
    const said = await saidIn(api, open?.id)
    for (const [index, article] of (one?.articles ?? []).toReversed().entries()) {
      expect(article).toContain(said.at(-1 - index))
    }
  }).toPass({ timeout: 60_000, intervals: [250, 500, 1000] })
}
