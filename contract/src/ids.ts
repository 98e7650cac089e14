import * as z from 'zod/mini'

/** The prefix of each kind of id; the rest is a ULID, so ids sort by the time they were made. */
export const idPrefixes = {
  user: 'usr',
  job: 'job',
  field: 'fld',
  jobVersion: 'ver',
  jobAnswer: 'ans',
  jobTranslation: 'trl',
  session: 'ses',
  contact: 'con',
  message: 'msg',
  run: 'run',
  remark: 'rmk',
  form: 'frm',
  response: 'rsp',
  order: 'ord',
  payment: 'pay',
  invoice: 'inv',
  ledgerEntry: 'led',
  email: 'eml',
  file: 'fil',
  webhook: 'whk',
  alertDevice: 'dev',
  signIn: 'sgn',
  activity: 'act',
} as const
export type IdKind = keyof typeof idPrefixes

/** The id of one kind of thing: `ses_01J…`. */
export const idSchema = (kind: IdKind) =>
  z.string().check(z.regex(new RegExp(`^${idPrefixes[kind]}_[0-9A-HJKMNP-TV-Z]{26}$`)))
