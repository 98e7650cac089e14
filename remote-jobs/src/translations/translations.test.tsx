import type {
  CorrectTranslation,
  JobTranslation,
  JobTranslations,
} from '@errand/contract/job-translations'
import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { aJob, answerJob, openForm, press, problem } from '../testing/jobs.ts'
import type { LanguageTranslations } from './translations.queries.ts'
import { translationsQuery } from './translations.queries.ts'

const aText = (source: string, more: Partial<JobTranslation> = {}): JobTranslation => ({
  source,
  kind: 'option',
  translation: null,
  corrected: false,
  ...more,
})

/** Serves and stores the translations of a job; an empty one restores the original. */
function serveTranslations(
  languages: LanguageTranslations[],
  { isAutomatic = true }: Partial<JobTranslations> = {},
) {
  const state = {
    isUp: true,
    delay: Promise.resolve(),
    saved: [] as CorrectTranslation[],
    languages,
  }
  const given = structuredClone(languages)
  const find = (of: LanguageTranslations[], { language, source }: CorrectTranslation) =>
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
      await state.delay
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

const languages = (): LanguageTranslations[] => [
  {
    language: 'hi',
    texts: [aText('Service', { kind: 'label', translation: 'सेवा' }), aText('Bob')],
  },
  { language: 'ar', texts: [aText('Bob', { translation: 'بوب' })] },
]

async function openTranslations() {
  await openForm('job_s')
  await press('Translations')
}

test('a translation is corrected in place, in its own direction, and can be removed', async () => {
  const state = serveTranslations(languages())
  await openTranslations()
  expect(await field('Service')).toHaveValue('सेवा')
  expect(screen.getByText(/^Translations arrive within minutes .* You can type/)).toBeVisible()
  expect(await field('Service')).toHaveAttribute('dir', 'ltr')

  await chooseLanguage('Arabic')
  const bob = await field('Bob')
  expect(bob).toHaveAttribute('dir', 'rtl')
  expect(bob).toHaveAttribute('lang', 'ar')
  expect(screen.queryByText(/^Translations arrive/)).toBeNull()
  await userEvent.clear(bob)
  await userEvent.type(bob, 'قصير{Enter}')
  await screen.findByText('Translation saved. Used from the next message.')
  expect(state.saved).toEqual([{ language: 'ar', source: 'Bob', translation: 'قصير' }])
  expect(bob).toHaveAccessibleDescription('Option · Your translation. Clear it to remove it.')

  await userEvent.clear(bob)
  await userEvent.tab()
  await screen.findByText('Your translation was removed')
  await waitFor(async () => expect(await field('Bob')).toHaveValue('بوب'))
  // Focus alone changes nothing.
  await userEvent.click(await field('Bob'))
  await userEvent.tab()
  expect(state.saved).toHaveLength(2)
})

const unsaved = 'Option · Not saved yet'

test('an unsaved translation is kept and marked, also after a reload', async () => {
  const state = serveTranslations(languages())
  await openTranslations()
  await userEvent.type(await field('Bob'), 'बॉब')
  state.isUp = false
  await chooseLanguage('Arabic')
  await screen.findByText(/^Hindi: your translation of “Bob” is not saved yet. Server error/)
  expect(await field('Bob')).toHaveValue('بوب')
  await chooseLanguage('Hindi')
  expect(await field('Bob')).toHaveValue('बॉब')
  expect(await field('Bob')).toHaveAccessibleDescription(unsaved)

  cleanup()
  state.isUp = true
  await openTranslations()
  expect(await field('Bob')).toHaveAccessibleDescription(unsaved)
  await press('Save translation')
  await waitFor(() => expect(state.saved).toMatchObject([{ translation: 'बॉब' }]))
  await waitFor(async () =>
    expect(await field('Bob')).toHaveAccessibleDescription(/^Option · Your translation/),
  )
  expect(await field('Bob')).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Save translation' })).toBeNull()
  // The job's form has not changed.
  expect(screen.queryByText('Job saved')).toBeNull()

  await userEvent.type(await field('Bob'), 'x{Escape}')
  expect(await field('Bob')).toHaveValue('बॉब')
  await userEvent.click(await field('Bob'))
  await userEvent.paste('a'.repeat(61))
  await userEvent.tab()
  expect(await field('Bob')).toHaveAccessibleDescription(/Too long by 4 characters/)
  expect(state.saved).toHaveLength(1)
})

test('text typed before a reload does not replace a newer translation', async () => {
  const state = serveTranslations(languages())
  await openTranslations()
  await userEvent.type(await field('Service'), 'ए')
  cleanup()
  // As after a reload: fetches again.
  queryClient.removeQueries(translationsQuery('job_s'))
  state.languages[0]!.texts[0]!.translation = 'काम'
  await openTranslations()
  const service = await field('Service')
  expect(service).toHaveValue('सेवाए')
  expect(service).toHaveAccessibleDescription('Label · Not saved yet · Customers read: काम')
  await userEvent.click(service)
  await userEvent.tab()
  await press('Discard')
  expect(service).toHaveValue('काम')
  expect(service).toHaveAccessibleDescription('Label')
  expect(state.saved).toEqual([])

  await userEvent.type(service, '!')
  await userEvent.tab()
  await waitFor(() => expect(state.saved).toMatchObject([{ translation: 'काम!' }]))
})

test('text typed during a save stays', async () => {
  const state = serveTranslations(languages())
  const { promise, resolve } = Promise.withResolvers<void>()
  state.delay = promise
  await openTranslations()
  await userEvent.type(await field('Bob'), 'बॉब')
  await chooseLanguage('Arabic')
  await waitFor(() => expect(state.saved).toHaveLength(1))
  await chooseLanguage('Hindi')
  await userEvent.type(await field('Bob'), '!')
  resolve()
  await screen.findByText(/^Translation saved/)
  expect(await field('Bob')).toHaveValue('बॉब!')
  await userEvent.tab()
  await waitFor(() => expect(state.saved).toMatchObject([{}, { translation: 'बॉब!' }]))
})

test('a question keeps its lines', async () => {
  const source = 'Which day?\nWe open at 9.'
  const translation = 'कौन सा दिन?\nहम 9 बजे खुलते हैं।'
  const state = serveTranslations([
    { language: 'hi', texts: [aText(source, { kind: 'question', translation })] },
  ])
  await openTranslations()
  const question = await screen.findByRole('textbox', { name: /Which day/ })
  expect(question).toHaveValue(translation)
  await userEvent.type(question, '{Enter}ठीक?')
  expect(state.saved).toEqual([])
  await userEvent.tab()
  await waitFor(() =>
    expect(state.saved).toMatchObject([{ source, translation: `${translation}\nठीक?` }]),
  )
})

test('many texts are shown in two steps, and the focus moves to the first new one', async () => {
  const texts = Array.from({ length: 12 }, (_, at) => aText(`Style ${at + 1}`))
  serveTranslations([{ language: 'hi', texts }], { isAutomatic: false })
  await openTranslations()
  await field('Style 8')
  expect(screen.queryByRole('textbox', { name: '“Style 9”' })).toBeNull()
  expect(screen.getByText(/No AI model is connected to translate the rest/)).toBeVisible()
  await press('Show all 12')
  expect(await field('Style 9')).toHaveFocus()
  expect(await field('Style 12')).toBeVisible()

  // Unsaved texts are shown from the start.
  await userEvent.type(await field('Style 12'), 'x')
  cleanup()
  await openTranslations()
  expect(await field('Style 12')).toHaveAccessibleDescription(unsaved)
  expect(await field('Style 9')).not.toHaveFocus()
})

test('the section shows that there is nothing to translate', async () => {
  serveTranslations([])
  await openTranslations()
  expect(await screen.findByText(/^Nothing to translate/)).toBeVisible()
})

test('translations that could not be loaded can be retried', async () => {
  const state = serveTranslations(languages())
  state.isUp = false
  await openTranslations()
  const again = await screen.findByRole('button', { name: 'Retry' })
  state.isUp = true
  await userEvent.click(again)
  expect(await field('Service')).toHaveValue('सेवा')
})
