import { pageLanguages } from '@errand/contract/language'

import { localeName, localesWith } from '../account/region.ts'
import { NudgeRow, PhoneRow, TimeZoneRow } from './own-rows.tsx'
import { setting, type SectionRow } from './setting-row.tsx'

const returnMinutes = [30, 60, 240, 480, 1440]

/** The sections that are nothing but their settings, in the order in which these are shown. */
export const plainSections: Record<
  'profile' | 'business' | 'assistant' | 'messages' | 'inbox' | 'appearance',
  readonly SectionRow[]
> = {
  profile: [
    setting('text', 'name', 'name', { input: { autoComplete: 'name' } }),
    setting('email', 'email', 'email', { input: { inputMode: 'email', autoComplete: 'email' } }),
    { names: [], Row: PhoneRow },
  ],
  business: [
    setting('text', 'settings.business.name', 'businessName', {
      input: { autoComplete: 'organization' },
    }),
    setting('long', 'settings.business.description', 'description', { rows: 3 }),
    setting('text', 'settings.business.website', 'website', {
      error: 'websiteError',
      input: { type: 'url', dir: 'ltr', placeholder: 'https://' },
    }),
    [
      { names: ['settings.business.timeZone'], Row: TimeZoneRow },
      setting('select', 'settings.business.locale', 'region', {
        options: ({ settings: { business } }) =>
          localesWith(business.locale).map((tag) => [tag, localeName(tag)]),
      }),
    ],
  ],
  assistant: [
    setting('switch', 'settings.assistant.enabled', 'assistantOn'),
    setting('switch', 'settings.assistant.answersOutsideHours', 'outsideHours'),
    setting('switch', 'settings.assistant.pauseOnOwnerReply', 'pauseOnReply'),
    setting('select', 'settings.assistant.returnToAssistantAfterMinutes', 'returns', {
      read: (value) => (value === '' || value === null ? null : Number(value)),
      options: ({ settings: { assistant } }, say) => {
        const chosen = [assistant.returnToAssistantAfterMinutes ?? []].flat()
        const all = [...new Set([...chosen, ...returnMinutes])].toSorted((a, b) => a - b)
        const after = (minutes: number) =>
          say('afterMinutes', { minutes, hours: Math.round(minutes / 60) })
        return [['', say('never')], ...all.map((minutes) => [minutes, after(minutes)] as const)]
      },
    }),
    setting('money', 'settings.assistant.dailySpendCapMinor', 'dailyCap'),
    {
      advanced: [
        setting('switch', 'settings.assistant.splitReplies', 'splitReplies'),
        [
          setting('number', 'settings.assistant.debounceSeconds', 'debounce', { end: 'seconds' }),
          setting('number', 'settings.assistant.maxRepliesPerHour', 'maxReplies'),
        ],
        [
          setting('words', 'settings.assistant.optOutKeywords', 'optOut'),
          setting('words', 'settings.assistant.optInKeywords', 'optIn'),
        ],
      ],
    },
  ],
  messages: [
    setting('long', 'settings.assistant.exhaustedMessage', 'exhaustedMessage'),
    setting('long', 'settings.assistant.voiceNoteMessage', 'voiceNoteMessage'),
    setting('long', 'settings.assistant.endedMessage', 'endedMessage'),
    { names: ['settings.assistant.nudgeTemplate'], Row: NudgeRow },
  ],
  inbox: [
    setting('choices', 'settings.inbox.markReadOn', 'markRead', {
      options: (_, say) => [
        ['view', say('markReadView'), say('markReadViewHint')],
        ['reply', say('markReadReply'), say('markReadReplyHint')],
      ],
    }),
    setting('select', 'settings.inbox.undoSeconds', 'undoSeconds', {
      read: Number,
      options: (_, say) =>
        [0, 3, 5, 10].map((seconds) => [seconds, say('undoFor', { seconds })] as const),
    }),
    setting('switch', 'settings.inbox.enterSends', 'enterSends'),
    setting('switch', 'settings.inbox.sendReadReceipts', 'readReceipts'),
    {
      advanced: [
        setting('number', 'settings.inbox.retentionMonths', 'retention', { end: 'months' }),
      ],
    },
  ],
  appearance: [
    setting('choices', 'settings.ui.theme', 'theme', {
      options: (_, say) =>
        (['system', 'light', 'dark'] as const).map((name) => [name, say(name)] as const),
    }),
    setting('choices', 'settings.ui.density', 'density', {
      options: (_, say) =>
        (['comfortable', 'compact'] as const).map((name) => [name, say(name), say(`${name}Hint`)]),
    }),
    setting('select', 'settings.ui.language', 'language', {
      options: () => Object.entries(pageLanguages).map(([tag, name]) => [tag, name, tag] as const),
    }),
  ],
}

/** The settings of Meta's app, for owners who have one. */
export const whatsAppRows: readonly SectionRow[] = [
  [
    setting('text', 'settings.whatsapp.phoneNumberId', 'phoneNumberId', {
      input: { dir: 'ltr', inputMode: 'numeric' },
    }),
    setting('text', 'settings.whatsapp.wabaId', 'wabaId', {
      input: { dir: 'ltr', inputMode: 'numeric' },
    }),
  ],
  [
    setting('secret', 'settings.whatsapp.accessToken', 'accessToken', {
      isSet: ({ settings }) => settings.whatsapp.accessTokenSet,
    }),
    setting('secret', 'settings.whatsapp.appSecret', 'appSecret', {
      isSet: ({ settings }) => settings.whatsapp.appSecretSet,
    }),
  ],
  setting('text', 'settings.whatsapp.displayPhone', 'displayPhone', {
    input: { dir: 'ltr', inputMode: 'tel' },
  }),
]

/** The owner's mail server, and whom its e-mails are from. */
export const mailRows: readonly SectionRow[] = [
  [
    setting('text', 'settings.smtp.host', 'host', { error: 'hostError', input: { dir: 'ltr' } }),
    setting('number', 'settings.smtp.port', 'port'),
    setting('select', 'settings.smtp.security', 'security', {
      options: (_, say) => [
        ['tls', 'TLS'],
        ['starttls', 'STARTTLS'],
        ['none', say('noSecurity')],
      ],
    }),
  ],
  [
    setting('text', 'settings.smtp.username', 'username', {
      input: { dir: 'ltr', autoComplete: 'off' },
    }),
    setting('secret', 'settings.smtp.password', 'password', {
      isSet: ({ settings }) => settings.smtp.passwordSet,
    }),
  ],
  [
    setting('text', 'settings.smtp.fromName', 'fromName'),
    setting('email', 'settings.smtp.fromEmail', 'fromEmail'),
  ],
  setting('email', 'settings.smtp.replyTo', 'replyTo'),
]
