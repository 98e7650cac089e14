import { owner } from '@errand/contract/testing/owner'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cacheOwner, openSettings, save } from '../testing/open-settings.tsx'

beforeEach(() => {
  cacheOwner(owner)
  vi.spyOn(window, 'scrollTo').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

/** A window that is as narrow as a phone's. */
const onPhone = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList,
    )
const sections = () => screen.getByRole('navigation', { name: 'Sections' })
const link = (name: RegExp) => within(sections()).getByRole('link', { name })

test('the sections are listed in four groups beside the first section', () => {
  openSettings()
  const groups = within(sections())
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
  expect(groups).toEqual([
    'Your business',
    'Your assistant',
    'Your inbox',
    'Connections and account',
  ])
  expect(within(sections()).getAllByRole('link')).toHaveLength(15)
  expect(link(/Business/)).toHaveAttribute('aria-current', 'true')
  expect(screen.getByRole('textbox', { name: 'Business name' })).toBeVisible()
})

test('on a phone the list comes first, with the state of each section', () => {
  onPhone()
  const { settings } = owner
  const whatsapp = {
    ...settings.whatsapp,
    status: 'connected',
    displayPhone: '+91 98765 43210',
  } as const
  cacheOwner({ ...owner, settings: { ...settings, whatsapp } })
  openSettings()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  expect(link(/^WhatsApp/)).toHaveAccessibleName('WhatsApp +91 98765 43210')
  expect(link(/^E-mail sending/)).toHaveAccessibleName('E-mail sending Off')
  expect(link(/^Appearance/)).toHaveAccessibleName('Appearance and language English')
})

test('on a phone a section replaces the list, and its link gets the focus back', async () => {
  onPhone()
  openSettings()
  await userEvent.click(link(/^Hours/))
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(screen.getByRole('group', { name: 'Hours and holidays' })).toHaveFocus()

  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
  expect(link(/^Hours/)).toHaveFocus()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
})

test('advanced settings are collapsed, and open if one of them is invalid', async () => {
  openSettings('#assistant')
  const field = { name: 'Wait before answering' }
  expect(screen.queryByRole('spinbutton', field)).not.toBeInTheDocument()
  await userEvent.click(screen.getByText('Advanced'))
  const wait = screen.getByRole('spinbutton', field)
  await userEvent.clear(wait)
  await userEvent.type(wait, '999')
  await userEvent.click(screen.getByText('Advanced'))
  expect(screen.queryByRole('spinbutton', field)).not.toBeInTheDocument()

  await save()
  expect(await screen.findByRole('spinbutton', field)).toHaveAccessibleDescription(
    /A whole number from 0 to/,
  )
  expect(screen.getByRole('spinbutton', field)).toHaveValue(999)
})
