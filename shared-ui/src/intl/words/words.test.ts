import { expect, test } from 'vitest'

import { ar } from './ar.ts'
import { en } from './en.ts'
import { hi } from './hi.ts'

const namesIn = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/\{([a-z]\w*)[,}]/g)].map(([, name = '']) => name).toSorted()

test.each(Object.entries({ ar, hi }))(
  '%s has every word, with the same names in it',
  (_, other) => {
    expect(Object.keys(other).toSorted()).toEqual(Object.keys(en).toSorted())
    for (const [key, text] of Object.entries(en)) {
      const names = new Set(namesIn(text))
      expect(new Set(namesIn(other[key as keyof typeof en])), key).toEqual(names)
    }
  },
)
