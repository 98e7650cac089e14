import { aContact, createBookingJob } from '../support/contacts.ts'
import { expectOnly, expectShown, type Tab } from './tab.ts'
import { expect, signIn, test } from './test.ts'

const hasText = (tab: Tab, text: string | RegExp) =>
  expect.poll(() => tab.evaluate(() => document.body.innerText)).toMatch(text)

test('a contact writes, and the owner answers', async ({ tab, owner: { api, phoneNumber } }) => {
  await api.changeSettings(() => ({ inbox: { undoSeconds: 0 } }))
  await signIn(tab, phoneNumber)
  await tab.goto('/chats')
  await expectShown(tab, 'heading', 'No chats yet')
  await expectShown(tab, 'button', 'Live')

  const ravi = aContact(api, 'Ravi')
  await ravi('Is anybody there? I would like to talk to a person, please.')
  await tab.click('link', /Ravi/)
  await expectShown(tab, 'article', /^Message from Ravi/)
  await expectShown(tab, 'button', 'Record a voice message')
  await tab.fill('Reply', 'I am here.')
  await tab.click('button', 'Send')
  await expectShown(tab, 'article', /^Message from You/)
  await expectShown(tab, 'img', /Sent|Delivered|Read/)
  await ravi('Thank you!')
  await hasText(tab, 'Thank you!')
})

test('a booking is shown on the bookings page', async ({ tab, owner: { api, phoneNumber } }) => {
  await api.changeSettings(() => ({ assistant: { debounceSeconds: 1 } }))
  await createBookingJob(api, 'asha@shop.example')
  const asha = aContact(api, 'Asha')
  await asha('Hello, I would like a haircut tomorrow. My name is Asha Rao.')
  await signIn(tab, phoneNumber)
  await tab.goto('/chats/bookings')
  await expectShown(tab, 'region', /^Tomorrow, /)
  await expectShown(tab, 'listitem', /Haircut/)
})

test('a job is written, saved and listed', async ({ tab, owner: { phoneNumber } }) => {
  await signIn(tab, phoneNumber)
  await tab.goto('/jobs/new')
  await tab.fill('Name', 'Salon booking')
  await tab.fill('Instructions', 'Take bookings. Be kind.')
  await tab.click('button', 'Save')
  await expect.poll(() => tab.evaluate(() => location.pathname)).toMatch(/\/jobs\/job_.+\/edit$/)
  await tab.goto('/jobs')
  await expectShown(tab, 'link', 'Salon booking')
  expectOnly(tab, [])
})
