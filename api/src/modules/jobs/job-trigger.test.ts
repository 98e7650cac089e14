import type { JobContent } from '@errand/contract/jobs'
import { expect, test } from 'vitest'

import { chooseByText } from './job-versions.ts'

type Trigger = JobContent['trigger']

const keyword = (...keywords: string[]): Trigger => ({ type: 'keyword', keywords })

const jobs: { name: string; trigger: Trigger }[] = [
  { name: 'default', trigger: { type: 'default' } },
  { name: 'book', trigger: keyword('book', 'बुकिंग', '预约') },
  { name: 'book a table', trigger: keyword('Book a  table') },
  { name: 'exact', trigger: { ...keyword('menu'), match: 'exact' } },
  { name: 'start', trigger: { ...keyword('refund'), match: 'starts_with' } },
  { name: 'link', trigger: { type: 'link', code: 'Hello from Instagram' } },
]

test.each([
  ['', 'default'],
  ['I want to BOOK', 'book'],
  ['book!', 'book'],
  ['books', 'default'],
  ['facebook: book', 'book'],
  ['please book a table for 2', 'book a table'],
  ['मुझे बुकिंग चाहिए', 'book'],
  ['我想预约明天', 'book'],
  [' Menu\n', 'exact'],
  ['Refund, please', 'start'],
  ['my refund', 'default'],
  ['hello from instagram: book', 'link'],
  ['hello from instagrammers', 'default'],
])('%j begins %s', (text, expected) => {
  expect(chooseByText(jobs, text)?.name).toBe(expected)
})

test('without a default nothing begins by itself, nor by an empty keyword or link', () => {
  const only = [
    { trigger: keyword('', ' ') },
    { trigger: { type: 'link' as const, code: ' ' } },
    { trigger: { type: 'keyword' as const } },
  ]

  expect(chooseByText(only, 'hi')).toBeUndefined()
  expect(chooseByText(only, '')).toBeUndefined()
})
