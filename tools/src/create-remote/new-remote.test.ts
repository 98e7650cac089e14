import { expect, test } from 'vitest'

import { root } from '../root.ts'
import { newRemote, type Wish } from './new-remote.ts'

test.each<[Wish, RegExp]>([
  [{ name: 'Reports' }, /^"Reports" cannot be a remote's name/],
  [{ name: '../host' }, /^"\.\.\/host" cannot be a remote's name/],
  [{ name: 'remote-reports' }, /^Say "reports" only: its folder will be remote-reports\.$/],
  [{ name: 'jobs' }, /^There is a folder remote-jobs already\.$/],
  [{ name: 'settings' }, /^The path \/settings belongs to another part of the product\.$/],
  [{ name: 'api' }, /^The path \/api belongs to another part of the product\.$/],
  [{ name: 'reports', label: 'x'.repeat(25) }, /^The label "x+" does not fit the navigation/],
  [{ name: 'reports', label: '"' }, /^The label """ may not have quotes/],
  [{ name: 'reports', icon: 'nothing' }, /^There is no lucide icon named "nothing"$/],
])('%o is refused in one sentence', (wish, sentence) => {
  expect(() => newRemote(root, wish)).toThrow(sentence)
})
