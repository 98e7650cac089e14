import { expect, test, vi } from 'vitest'

import { showFieldErrors } from './show-field-errors.ts'

const values: Record<string, unknown> = { name: '', 'fields.0.label': 'When', 'a/b': '' }

const aForm = () => ({ getValues: (name: string) => values[name], setError: vi.fn() })
const refused = (...pointers: string[]) => ({
  problem: { errors: pointers.map((pointer) => ({ pointer, detail: `${pointer} is wrong` })) },
})

test('each error stands beside the value that was refused, and the first has the focus', () => {
  const form = aForm()

  expect(showFieldErrors(refused('#/fields/0/label', '#/name', '#/a~1b'), form)).toBe(true)

  const error = (pointer: string) => ({ type: 'server', message: `${pointer} is wrong` })
  expect(form.setError.mock.calls).toEqual([
    ['fields.0.label', error('#/fields/0/label'), { shouldFocus: true }],
    ['name', error('#/name'), { shouldFocus: false }],
    ['a/b', error('#/a~1b'), { shouldFocus: false }],
  ])
})

test('what fits no field is left to be told elsewhere, and the rest is shown all the same', () => {
  const form = aForm()

  expect(showFieldErrors(refused('#/phone', '#/name'), form)).toBe(false)
  expect(form.setError).toHaveBeenCalledOnce()
})

test.each([new Error('No answer'), undefined, refused(), refused('name')])(
  'an error that names nothing changes nothing',
  (error) => {
    const form = aForm()
    expect(showFieldErrors(error, form)).toBe(false)
    expect(form.setError).not.toHaveBeenCalled()
  },
)
