import { render } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { expect, test } from 'vitest'

import { bareTexts } from './bare-texts.ts'

// Detached, because texts in the document are checked after each test.
const draw = (...children: Parameters<typeof createElement>[2][]) => {
  const baseElement = document.createElement('div')
  render(createElement('p', null, ...children), { baseElement, container: baseElement })
  return bareTexts(baseElement).map((text) => text.split(' in ')[0])
}

test('a text beside something else, or in parts, is found; one that is alone is not', () => {
  expect(draw('Saved')).toEqual([])
  expect(draw(createElement('b'), ' ', createElement('span', null, 'Saved'))).toEqual([])
  expect(draw(createElement('b'), 'Saved')).toEqual(['Saved'])
  expect(draw('Saved at ', '10:02')).toEqual(['Saved at', '10:02'])
  expect(draw(createElement(Fragment, null, 'Saved'))).toEqual(['Saved'])
})
