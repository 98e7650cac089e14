import { idPrefixes, type IdKind } from '@errand/contract/ids'

import { Problem } from './problem.ts'

const names: Partial<Record<IdKind, string>> = {
  session: 'chat',
  contact: 'contact',
  message: 'message',
  remark: 'note',
  jobAnswer: 'answer',
}

/** Answers 404 for a text that cannot be one of our ids; the database would not even accept some texts. */
export function readId(kind: IdKind, text: string): string {
  if (new RegExp(`^${idPrefixes[kind]}_[0-9A-Z]{26}$`).test(text)) return text
  throw new Problem('not_found', { detail: `There is no such ${names[kind] ?? kind}.` })
}
