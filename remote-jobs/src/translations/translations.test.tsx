import type {
  CorrectTranslation,
  JobTranslation,
  JobTranslations,
} from '@errand/contract/job-translations'
import { server } from '@errand/shared-auth/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { aJob, answerJob, openForm, press, problem } from '../testing/jobs.ts'

const aText = (source: string, more: Partial<JobTranslation> = {}): JobTranslation => ({
  source,
  kind: 'option',
  translation: null,
  corrected: false,
  ...more,
})

/** An api that keeps the translations of a job, each emptied one as it was before. */
function serveTranslations(
  languages: JobTranslations['languages'],
  { isAutomatic = true }: Partial<JobTranslations> = {},
) {
  const state = { isUp: true, saved: [] as CorrectTranslation[], languages }
  const given = structuredClone(languages)
  const find = (of: JobTranslations['languages'], { language, source }: CorrectTranslation) =>
    of.find((one) => one.language === language)?.texts.find((text) => text.source === source)
  server.use(
    answerJob(aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.' })),
    http.get('*/api/jobs/job_s/translations', () =>
      state.isUp
        ? HttpResponse.json({ languages: state.languages, isAutomatic })
        : problem(500, 'internal'),
    ),
    http.put('*/api/jobs/job_s/translations', async ({ request }) => {
      if (!state.isUp) return problem(500, 'internal')
      const input = (await request.json()) as CorrectTranslation
      state.saved.push(input)
      const text = find(state.languages, input)
      if (text === undefined) return problem(422, 'validation_failed')
      const { translation } = input
      const before = find(given, input)
      Object.assign(text, translation === '' ? before : { translation, corrected: true })
      return HttpResponse.json({ success: true, text })
    }),
  )
  return state
}

const field = (source: string) => screen.findByRole('textbox', { name: `“${source}”` })
const chooseLanguage = (name: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: 'Translations into' }), name)

const languages = (): JobTranslations['languages'] => [
  {
    language: 'hi',
    texts: [aText('Service', { kind: 'label', translation: 'सेवा' }), aText('Bob')],
  },
  { language: 'ar', texts: [aText('Bob', { translation: 'بوب' })] },
]

test('a translation is corrected where it stands, in its own direction, and taken back', async () => {
  const state = serveTranslations(languages())
  await openForm('job_s')
  expect(await field('Service')).toHaveValue('सेवा')
  expect(
    screen.getByText(/^Translations come within minutes .* you can write yourself/),
  ).toBeVisible()
  expect(await field('Service')).toHaveAttribute('dir', 'ltr')

  await chooseLanguage('Arabic')
  const bob = await field('Bob')
  expect(bob).toHaveAttribute('dir', 'rtl')
  expect(bob).toHaveAttribute('lang', 'ar')
  expect(screen.queryByText(/^Translations come/)).toBeNull()
  await userEvent.clear(bob)
  await userEvent.type(bob, 'قصير{Enter}')
  await screen.findByText('Translation saved. Used from the next message.')
  expect(state.saved).toEqual([{ language: 'ar', source: 'Bob', translation: 'قصير' }])
  expect(bob).toHaveAccessibleDescription('Option · Yours. Empty it to take it back.')

  await userEvent.clear(bob)
  await userEvent.tab()
  await screen.findByText('Your translation is taken back')
  await waitFor(async () => expect(await field('Bob')).toHaveValue('بوب'))
  // Whoever only looks changes nothing.
  await userEvent.click(await field('Bob'))
  await userEvent.tab()
  expect(state.saved).toHaveLength(2)
})

test('what could not be saved stays, over a reload too, and is saved without the form', async () => {
  const state = serveTranslations(languages())
  await openForm('job_s')
  await userEvent.type(await field('Bob'), 'बॉब')
  state.isUp = false
  await userEvent.tab()
  await waitFor(async () => expect(await field('Bob')).toBeInvalid())
  expect(await field('Bob')).toHaveValue('बॉब')

  cleanup()
  state.isUp = true
  await openForm('job_s')
  expect(await field('Bob')).toHaveValue('बॉब')
  await userEvent.type(await field('Bob'), '{Enter}')
  await waitFor(() => expect(state.saved).toMatchObject([{ translation: 'बॉब' }]))
  expect(screen.queryByText('Job saved')).toBeNull()

  await userEvent.type(await field('Bob'), 'x{Escape}')
  expect(await field('Bob')).toHaveValue('बॉब')
  await userEvent.click(await field('Bob'))
  await userEvent.paste('a'.repeat(61))
  await userEvent.tab()
  expect(await field('Bob')).toHaveAccessibleDescription(/Too long by 4 characters/)
  expect(state.saved).toHaveLength(1)
})

test('many texts are shown in two steps, and the keyboard goes on with the first new one', async () => {
  const texts = Array.from({ length: 12 }, (_, at) => aText(`Style ${at + 1}`))
  serveTranslations([{ language: 'hi', texts }], { isAutomatic: false })
  await openForm('job_s')
  await field('Style 8')
  expect(screen.queryByRole('textbox', { name: '“Style 9”' })).toBeNull()
  expect(screen.getByText(/No AI model is connected to translate the rest/)).toBeVisible()
  await press('Show all 12')
  expect(await field('Style 9')).toHaveFocus()
  expect(await field('Style 12')).toBeVisible()
})

test('the section says that there is nothing to translate', async () => {
  serveTranslations([])
  await openForm('job_s')
  expect(await screen.findByText(/^Nothing to translate/)).toBeVisible()
})

test('translations that could not be loaded are asked for again', async () => {
  const state = serveTranslations(languages())
  state.isUp = false
  await openForm('job_s')
  const again = await screen.findByRole('button', { name: 'Retry' })
  state.isUp = true
  await userEvent.click(again)
  expect(await field('Service')).toHaveValue('सेवा')
})
