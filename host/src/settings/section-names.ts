import type { en } from './words/en.ts'

type WordKey = keyof typeof en

/** A section of the settings: its address `/settings#business`, its name, and words it is found by. */
interface SectionName {
  id: string
  label: WordKey
  words: readonly WordKey[]
}

/** The sections, in the order in which the palette finds them; the settings show them in groups. */
export const sectionNames = [
  { id: 'profile', label: 'profile', words: ['name', 'email', 'phone'] },
  { id: 'business', label: 'business', words: ['businessName', 'website', 'timeZone', 'region'] },
  { id: 'hours', label: 'hours', words: ['holidays', 'awayMessage'] },
  { id: 'whatsapp', label: 'whatsapp', words: ['whatsappHint'] },
  { id: 'smtp', label: 'mail', words: ['email'] },
  { id: 'assistant', label: 'assistant', words: ['dailyCap'] },
  { id: 'messages', label: 'told', words: [] },
  { id: 'inbox', label: 'inbox', words: ['undoSeconds'] },
  { id: 'replies', label: 'quickReplies', words: [] },
  { id: 'notifications', label: 'notifications', words: ['sound', 'quiet'] },
  { id: 'billing', label: 'billing', words: ['billingHint'] },
  { id: 'appearance', label: 'look', words: ['theme', 'language'] },
  { id: 'security', label: 'accountSecurity', words: ['devices', 'sessions', 'signOutOthers'] },
  { id: 'activity', label: 'activity', words: ['activityHint'] },
  { id: 'account', label: 'account', words: ['makeExport', 'dataImport', 'deleteAccount'] },
] as const satisfies readonly SectionName[]

export type SectionId = (typeof sectionNames)[number]['id']
