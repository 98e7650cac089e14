import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { createWords } from './create-words.ts'
import { applySettings } from './document-settings.ts'

afterEach(() => applySettings({ locale: 'en' }))

const english = {
  title: 'Chats',
  waiting: '{count, plural, one {# chat needs you} other {# chats need you}}',
  greeting: "Hello {name}, it's {part, select, am {morning} other {evening}}",
} as const

const { useWords, words, loadWords } = createWords(english, {
  ar: async () => ({
    default: {
      title: 'محادثات',
      waiting:
        '{count, plural, zero {لا محادثات} one {محادثة واحدة} two {محادثتان} few {# محادثات} many {# محادثة} other {# محادثة}}',
    },
  }),
  hi: () => Promise.reject(new Error('Not reachable')),
})

function Page({ count }: { count: number }) {
  const say = useWords()
  return <p>{`${say('title')}: ${say('waiting', { count })}`}</p>
}

test('English is there at once, with its plurals', () => {
  const { rerender } = render(<Page count={1} />)
  expect(screen.getByText('Chats: 1 chat needs you')).toBeVisible()

  rerender(<Page count={1200} />)
  expect(screen.getByText('Chats: 1,200 chats need you')).toBeVisible()
})

test('the page changes its language and direction while it is shown', async () => {
  render(<Page count={2} />)

  act(() => applySettings({ locale: 'ar' }))

  expect(await screen.findByText('محادثات: محادثتان')).toBeVisible()
  expect(document.documentElement.dir).toBe('rtl')
})

test('a language that cannot be fetched leaves English standing', async () => {
  applySettings({ locale: 'hi' })
  render(<Page count={2} />)

  await expect(loadWords()).rejects.toThrow('Not reachable')
  expect(screen.getByText(/2 chats need you|२ chats need you/)).toBeVisible()
})

test('what is missing in a language is said in English, and text is only text', async () => {
  applySettings({ locale: 'ar' })
  await loadWords()

  expect(words('title')).toBe('محادثات')
  expect(words('greeting', { name: '<b>Ravi</b>', part: 'am' })).toBe(
    "Hello <b>Ravi</b>, it's morning",
  )
})

test('the compiler knows what a message needs', () => {
  const wrong = () => {
    // @ts-expect-error -- no such message
    words('nothing')
    // @ts-expect-error -- the count is missing
    words('waiting')
    // @ts-expect-error -- it is called count
    words('waiting', { number: 1 })
    // @ts-expect-error -- a title needs nothing
    words('title', { count: 1 })
  }
  expect(wrong).toBeTypeOf('function')
})
