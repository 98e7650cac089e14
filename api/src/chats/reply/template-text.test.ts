import { expect, test } from 'vitest'

import { renderTemplate } from './template-text.ts'

const named = (...names: string[]) => names.map((name) => ({ name, example: '' }))

test.each([
  ['Hi {{1}}, about {{2}}', named('1', '2'), ['Ravi', 'the cut'], 'Hi Ravi, about the cut'],
  ['{{2}} then {{1}}', named('1', '2'), ['a', 'b'], 'b then a'],
  ['{{1}}{{1}}', named('1'), ['x'], 'xx'],
  ['Hi {{ name }}', named('name'), ['Asha'], 'Hi Asha'],
  ['{{1}}', named('1', '2'), ['{{2}}', 'hidden'], '{{2}}'],
  ['{{1}}', named('1'), ['$& $1'], '$& $1'],
  ['{{3}} stays', named('1'), ['x'], '{{3}} stays'],
  ['No blanks', [], [], 'No blanks'],
])('%j becomes %j', (body, variables, values, expected) => {
  expect(renderTemplate({ body, variables }, values)).toBe(expected)
})
