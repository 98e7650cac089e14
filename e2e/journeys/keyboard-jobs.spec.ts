import type { Page } from 'playwright/test'

import { aCustomer } from '../support/customer.ts'
import { press, tabTo, write } from '../support/keyboard.ts'
import { ownersApi } from '../support/owners-api.ts'
import { createBookingJob } from '../support/shop.ts'
import { expect, test } from '../support/test.ts'

// Nothing here presses a button of the mouse, and everything is found by the name that is read aloud.

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const number = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true })
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the form of a new job that has a name. */
async function beginJob(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/jobs/new')
  await write(page, box(page, 'Name'), name)
}

/** Adds a field, whose label has the focus then. */
async function addField(page: Page, label: string): Promise<void> {
  await press(page, button(page, 'Add field'))
  await expect(box(page, 'Label')).toBeFocused()
  await page.keyboard.type(label)
}

/** Saves by the keys, from wherever one is. */
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/jobs\/job_[^/]+\/edit$/)
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
}

test('a field keeps to its limits, and is asked for only after another answer', async ({
  owner: { page },
}) => {
  await beginJob(page, 'Tables')
  await addField(page, 'Branch')
  await write(page, choice(page, 'Type'), 'One of')
  await write(page, box(page, 'Option 1'), 'Pune')
  await write(page, box(page, 'Option 2'), 'Mumbai')
  await addField(page, 'Guests')
  await write(page, choice(page, 'Type'), 'Whole')

  await press(page, page.getByText('Limits and conditions'))
  await write(page, number(page, 'Smallest'), '2')
  await write(page, number(page, 'Largest'), '1')
  const advice = page.getByText('Guests: the largest must not be below the smallest.')
  await expect(advice).toBeVisible()
  await page.keyboard.type('2')
  await expect(advice).toBeHidden()

  await write(page, choice(page, 'Ask only if'), 'Branch')
  await write(page, choice(page, 'is'), 'is one')
  const values = page.getByRole('group', { name: 'Value', exact: true })
  await press(page, values.getByRole('checkbox', { name: 'Mumbai' }))
  await save(page)

  await page.reload()
  const guests = page.getByRole('group', { name: 'Field 2: Guests' })
  await expect(guests.getByRole('img', { name: 'Conditional' })).toBeVisible()
  await press(page, button(page, 'Change Guests'))
  await expect(number(page, 'Smallest')).toHaveValue('2')
  await expect(number(page, 'Largest')).toHaveValue('12')
  await expect(choice(page, 'Ask only if')).toHaveValue('branch')
  await expect(values.getByRole('checkbox', { name: 'Mumbai' })).toBeChecked()
  await expect(values.getByRole('checkbox', { name: 'Pune' })).not.toBeChecked()
})

test('who hears of finished answers is written, refused at a wrong address, and taken out', async ({
  owner: { page },
}) => {
  await beginJob(page, 'Orders')
  const addresses = box(page, 'Send the answers to')
  await write(page, addresses, 'front@shop.example')
  await page.keyboard.press('Enter')
  await page.keyboard.type('kitchen')
  await page.keyboard.press('Enter')
  await press(page, button(page, 'Save'))
  await expect(addresses).toBeFocused()
  await expect(addresses).toHaveAccessibleDescription(/e-mail address/i)

  await press(page, button(page, 'Remove kitchen'))
  await expect(button(page, 'Remove front@shop.example')).toBeFocused()
  await tabTo(page, addresses, 'Shift+Tab')
  await page.keyboard.type('desk@shop.example,')
  await save(page)

  await page.reload()
  const listed = page.getByRole('list', { name: 'Send the answers to' }).getByRole('listitem')
  await expect(listed).toHaveText(['front@shop.example', 'desk@shop.example'])
})

test('the link that begins a chat is copied by its button, and as a text', async ({
  owner: { page },
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const { ask } = ownersApi(page)
  const whatsapp = { provider: 'cloud_api', displayPhone: '+91 98765 43210' }
  await ask('PUT', '/api/auth/settings', { settings: { whatsapp } })

  await beginJob(page, 'Tables')
  await tabTo(page, page.getByRole('radio', { name: 'With every new chat' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await write(page, box(page, 'Text of the link'), 'Book a table')
  const link = 'https://wa.me/919876543210?text=Book%20a%20table'
  await tabTo(page, box(page, 'Your link'))
  await page.keyboard.press('Control+c')
  expect(await copied()).toBe(link)

  await tabTo(page, box(page, 'Text of the link'), 'Shift+Tab')
  await page.keyboard.press('End')
  await page.keyboard.type(' now')
  await press(page, button(page, 'Copy the link'))
  await expect(button(page, 'Copied')).toBeFocused()
  expect(await copied()).toBe(`${link}%20now`)
})

test('instructions are written after four questions, used, and taken back', async ({
  owner: { page },
}) => {
  await beginJob(page, 'Salon')
  const instructions = box(page, 'Instructions')
  await press(page, button(page, 'Write for me'))
  const questions = page.getByRole('dialog', { name: 'Write for me' })
  const question = (name: RegExp) => questions.getByRole('textbox', { name })
  await expect(question(/achieve/)).toBeFocused()
  await page.keyboard.type('Book appointments for a salon')
  await write(page, questions.getByRole('combobox', { name: /sound/ }), 'Formal')
  await write(page, question(/never say/), 'Discounts')
  await write(page, question(/hand over/), 'When somebody is upset')
  await press(page, questions.getByRole('button', { name: 'Write', exact: true }))
  await expect(button(page, 'Write for me')).toBeFocused()

  const proposal = page.getByRole('region', { name: 'Proposal for the instructions' })
  await press(page, proposal.getByRole('button', { name: 'Use it all' }))
  await expect(instructions).toBeFocused()
  await expect(instructions).toHaveValue(/upset/)
  await press(page, button(page, 'Undo: the proposal'))
  await expect(instructions).toHaveValue('')
  await expect(instructions).toBeFocused()

  await press(page, button(page, 'Write for me'), 'Shift+Tab')
  await expect(question(/achieve/)).toHaveValue('Book appointments for a salon')
})

test('a job is deleted and comes back, by undo and from among the deleted ones', async ({
  owner: { page },
}) => {
  const { ask } = ownersApi(page)
  for (const name of ['Salon', 'Tables']) await ask('POST', '/api/jobs', { name })
  await page.goto('/jobs')
  const jobs = page.getByRole('list', { name: 'Jobs' })
  const job = (name: string) => jobs.getByRole('link', { name })
  const remove = async () => {
    await press(page, button(page, 'Actions for Tables'))
    await tabTo(page, page.getByRole('menuitem', { name: 'Delete' }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await expect(job('Tables')).toBeHidden()
    await expect(job('Salon')).toBeFocused()
  }
  await remove()
  await press(page, button(page, 'Undo: deleting Tables'))
  await expect(job('Tables')).toBeVisible()
  await expect(job('Salon')).toBeFocused()

  await remove()
  await press(page, page.getByRole('button', { name: /^Deleted/ }), 'Shift+Tab')
  await press(page, button(page, 'Restore Tables'))
  await expect(page.getByText('No job matches')).toBeVisible()
  await expect(page.getByRole('button', { name: /^All/ })).toBeFocused()
  await press(page, button(page, 'Clear filters'))
  await expect(job('Tables')).toBeVisible()
})

test('the figures of a job are asked for by range, and read as tables', async ({
  owner: { page },
}) => {
  const api = ownersApi(page)
  await createBookingJob(api, 'asha@shop.example')
  const asha = aCustomer(page, 'Asha')
  await asha.write('Hello, a haircut please')
  await page.goto('/jobs')
  await press(page, button(page, 'Actions for Salon booking'))
  await tabTo(page, page.getByRole('menuitem', { name: 'Analytics' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Salon booking: analytics' })).toBeVisible()

  await tabTo(page, page.getByRole('radio', { name: '30 days' }))
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  await write(page, choice(page, 'By'), 'Week')
  await expect(page).toHaveURL(/days=7&bucket=week/)

  await press(page, button(page, 'Show as table'))
  await expect(button(page, 'Show as chart')).toBeFocused()
  await tabTo(page, page.getByRole('region', { name: 'Chats over time' }))
  await expect(page.getByRole('columnheader', { name: 'Chats begun' })).toBeVisible()
  const fields = page.getByRole('region', { name: 'Where chats stop' }).getByRole('table')
  await expect(fields.getByRole('row')).toHaveCount(4)
  await expect(fields.getByRole('row', { name: /^Service/ })).toBeVisible()

  await tabTo(page, page.getByRole('radio', { name: '7 days' }), 'Shift+Tab')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Own range' })).toBeChecked()
  await tabTo(page, page.getByLabel('From'))
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)
})
