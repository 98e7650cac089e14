import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answer, openChat, replyBox } from '../testing/page.tsx'
import { aForm, aMessage, aSession, ahead, someAnswers } from '../testing/samples.ts'

const openDetails = () => screen.findByRole('complementary', { name: 'Details' })

test('collected answers show their evidence, and missing ones come first and can be edited', async () => {
  const proof = { messageId: aMessage({ sessionId: '' }).id, evidence: 'a haircut please' }
  const service = { source: 'contact' as const, valid: true, attempts: 1, at: ahead(0), ...proof }
  const values = { service: 'cut' }
  const formData = someAnswers({ values, missing: ['seats'], meta: { service } })
  const form = aForm()
  const session = aSession({ formId: form.id, formData })
  answer(`get */api/chats/forms/${form.id}`, () => ({ form }))
  openChat(session)
  const versions: (string | null)[] = []
  const put = answer('put */form-data', (_, request) => {
    versions.push(request.headers.get('if-match'))
    const next = { ...formData, version: 4, values: { ...values, seats: 3 }, missing: [] }
    const changed = { ...session, formData: next, seq: 2 }
    return { success: true, formData: next, session: changed, suggestions: [] }
  })

  const details = await openDetails()
  await within(details).findByRole('button', { name: 'Edit Seats' })
  expect(within(details).getAllByRole('term')[0]).toHaveTextContent('SeatsMissing')
  expect(within(details).getByText('a haircut please')).toBeVisible()
  const edit = () => within(details).getByRole('button', { name: 'Edit Seats' })
  await userEvent.click(edit())
  await userEvent.keyboard('{Escape}')
  expect(edit()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.type(await within(details).findByRole('textbox', { name: 'Seats' }), '3{Enter}')

  await waitFor(() => expect(put).toEqual([{ formDataId: formData.id, formData: { seats: '3' } }]))
  expect(versions).toEqual(['"3"'])
  expect(await screen.findByText('Seats saved')).toBeInTheDocument()
  expect(edit()).toHaveFocus()
})

test('a proposed change and an earlier booking are shown, and the earlier one can be edited', async () => {
  const form = aForm()
  const formData = someAnswers({
    status: 'confirmed',
    values: { service: 'cut', seats: 2 },
    proposed: { values: { seats: 4 } },
  })
  const booking = { day: '2026-11-30', time: '11:00' }
  const before = { status: 'confirmed' as const, values: { service: 'cut', seats: 1 }, booking }
  const earlier = someAnswers({ ...before, version: 8 })
  const session = aSession({ formId: form.id, formData, earlierFormData: [earlier] })
  answer(`get */api/chats/forms/${form.id}`, () => ({ form }))
  openChat(session)
  const put = answer('put */form-data', (_, request) => {
    expect(request.headers.get('if-match')).toBe('"8"')
    const changed = { ...earlier, version: 9, values: { ...earlier.values, seats: 3 } }
    const next = { ...session, earlierFormData: [changed], seq: 2 }
    return { success: true, formData: changed, session: next, suggestions: [] }
  })

  const details = within(await openDetails())
  const proposal = await details.findByRole('group', { name: 'Proposed change' })
  expect(proposal).toHaveTextContent('Proposed changeSeats4Nothing is changed until Ravi says yes.')
  const agreed = within(details.getByRole('region', { name: 'Agreed before' }))
  expect(agreed.getByRole('button', { name: 'Booking of Ravi' })).toBeVisible()
  await userEvent.click(agreed.getByRole('button', { name: 'Edit Seats' }))
  const box = await agreed.findByRole('textbox', { name: 'Seats' })
  await userEvent.clear(box)
  await userEvent.type(box, '3{Enter}')

  await waitFor(() => expect(put).toEqual([{ formDataId: earlier.id, formData: { seats: '3' } }]))
  expect(await agreed.findByText('3')).toBeVisible()
})

test('Escape cancels renaming, but not during composition, and returns the focus', async () => {
  openChat(aSession())
  const details = await openDetails()
  const rename = () => within(details).getByRole('button', { name: 'Change the name' })
  await userEvent.click(rename())
  await userEvent.keyboard(' of the salon')
  const box = within(details).getByRole('textbox', { name: 'Name' })
  // Keys during composition of an input method.
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true })
  fireEvent.keyDown(box, { key: 'Escape', keyCode: 229 })
  expect(box).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(rename()).toHaveFocus()
  expect(within(details).queryByText(/of the salon/)).not.toBeInTheDocument()
})

test('a contact without a number is shown by their username, without a WhatsApp link', async () => {
  const session = aSession({ name: '', channel: 'whatsapp' })
  const named = { ...session.contact, phoneNumber: '', waId: '', username: '@asha' }
  openChat({ ...session, contact: named })
  const details = await openDetails()

  expect(screen.getByRole('heading', { name: '@asha' })).toBeVisible()
  // It stands above the chat, once.
  expect(within(details).queryByText('@asha')).not.toBeInTheDocument()
  expect(within(details).getByRole('button', { name: 'Copy the username' })).toBeVisible()
  expect(within(details).queryByRole('link', { name: /WhatsApp/ })).not.toBeInTheDocument()
})

test('without a mail server the e-mail dialog shows that, with a link to the settings', async () => {
  openChat(aSession())
  await replyBox()
  await userEvent.click(
    within(await openDetails()).getByRole('button', { name: 'E-mail this chat' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'E-mail this chat' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^To/ }), 'asha@shop.in')

  expect(within(dialog).getByRole('button', { name: 'Send e-mail' })).toBeDisabled()
  expect(await within(dialog).findByText('Your mail server is not set up yet.')).toBeVisible()
  const link = within(dialog).getByRole('link', { name: 'Set up' })
  expect(link).toHaveAttribute('href', '/settings#smtp')
})

test('an emoji of several code points counts as one character', async () => {
  const where = { key: 'where', label: 'Where', type: 'address', order: 0, required: true } as const
  const form = { ...aForm(), fields: [{ ...where, sensitive: false }] }
  const formData = someAnswers({ missing: ['where'] })
  const session = aSession({ formId: form.id, formData })
  answer(`get */api/chats/forms/${form.id}`, () => ({ form }))
  openChat(session)
  const put = answer<{ formData: object }>('put */form-data', ({ formData: values }) => {
    const next = { ...formData, version: 4, values, missing: [] }
    const changed = { ...session, formData: next, seq: 2 }
    return { success: true, formData: next, session: changed, suggestions: [] }
  })
  const details = within(await openDetails())
  await userEvent.click(await details.findByRole('button', { name: 'Edit Where' }))
  const box = await details.findByRole('textbox', { name: 'Where' })
  const house = '👩🏽\u200D🍳'
  await userEvent.paste(house.repeat(501))
  expect(box).toHaveValue(house.repeat(501))
  expect(box).toHaveAccessibleDescription('Too long by 1 character. 501 / 500')
  await userEvent.click(details.getByRole('button', { name: 'Save' }))
  expect(box).toHaveFocus()

  await userEvent.clear(box)
  await userEvent.paste(house.repeat(500))
  await userEvent.click(details.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(put).toMatchObject([{ formData: { where: house.repeat(500) } }]))
})
