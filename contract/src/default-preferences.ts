import { defaultAlerts } from './alert-choices.ts'
import type { Preferences } from './settings.ts'

/** Monday to Saturday from nine to six; days count from Sunday, as in JavaScript. */
const usualDays = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  day,
  open: day !== 0,
  from: '09:00',
  to: '18:00',
}))

/** The settings until the owner changes them. */
export const defaultPreferences: Preferences = {
  business: {
    name: '',
    description: '',
    website: '',
    timeZone: 'Asia/Kolkata',
    locale: 'en-IN',
    hours: { enabled: false, days: usualDays, closedDates: [], awayMessage: '' },
  },
  smtp: {
    enabled: false,
    host: '',
    port: 587,
    security: 'starttls',
    username: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
  },
  whatsapp: { provider: 'simulator', displayPhone: '', phoneNumberId: '', wabaId: '' },
  assistant: {
    enabled: true,
    answersOutsideHours: true,
    debounceSeconds: 8,
    splitReplies: false,
    maxRepliesPerHour: 30,
    dailySpendCapMinor: null,
    returnToAssistantAfterMinutes: 240,
    pauseOnOwnerReply: true,
    optOutKeywords: [],
    optInKeywords: [],
    exhaustedMessage: '',
    voiceNoteMessage: '',
    endedMessage: '',
    nudgeTemplate: '',
  },
  notifications: {
    desktop: false,
    sound: true,
    ...defaultAlerts,
    quietHours: null,
  },
  billing: {
    legalName: '',
    gstin: '',
    address: '',
    stateCode: '',
    lowBalanceMinor: 5000,
    invoiceEmail: '',
  },
  inbox: {
    markReadOn: 'view',
    undoSeconds: 5,
    enterSends: true,
    quickReplies: [],
    sendReadReceipts: false,
    retentionMonths: 12,
  },
  ui: { theme: 'system', density: 'comfortable', language: 'en', singleKeyShortcuts: true },
}
