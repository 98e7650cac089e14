import type { MessageError } from '@errand/contract/chats/message'

import { refusals } from '../chats/channel.ts'

/** How an error of the provider is shown and handled. */
interface Rule {
  title: string
  detail: string
  /** What the owner can do about it. */
  action: NonNullable<MessageError['action']>
  /** Whether the owner may send the message again. */
  retryable: boolean
  /**
   * `refuse`: this message has failed. `retry`: it is retried `tries` times, first after `firstMs`, each
   * wait twice the one before. `throttle`: all messages of the number wait, first for `firstMs`.
   * `disconnect`: nothing is sent over this number any more.
   */
  remedy:
    | { kind: 'refuse' }
    | { kind: 'retry'; tries: number; firstMs: number }
    | { kind: 'throttle'; firstMs: number }
    | { kind: 'disconnect' }
  /** What the error says beyond the message: the number needs its owner, or the contact wants no marketing. */
  concerns?: 'number' | 'marketing'
}

const refuse = { kind: 'refuse' } as const
const disconnect = { kind: 'disconnect' } as const
const retry = (tries: number, firstMs: number) => ({ kind: 'retry', tries, firstMs }) as const

const failed = (title: string, detail: string): Rule => ({
  title,
  detail,
  action: 'none',
  retryable: false,
  remedy: refuse,
})
const later = (title: string, tries: number, firstMs: number): Rule => ({
  title,
  detail: 'WhatsApp did not accept it after several tries. Try again later.',
  action: 'none',
  retryable: true,
  remedy: retry(tries, firstMs),
})
const throttled = (firstMs: number): Rule => ({
  ...refusals.throttled,
  remedy: { kind: 'throttle', firstMs },
})
const lost = (title: string, detail: string): Rule => ({
  title,
  detail,
  action: 'reconnect',
  retryable: true,
  remedy: disconnect,
})
const template = (title: string, detail: string): Rule => ({
  ...failed(title, detail),
  action: 'send_template',
})

const windowClosed = template(
  'The 24-hour window is closed',
  'The contact wrote more than 24 hours ago. Send a template or wait for a reply.',
)
const busy = later('WhatsApp is busy', 6, 4_000)
const noPermission = lost(
  'The access token lacks permissions',
  'Give it the permissions whatsapp_business_messaging and whatsapp_business_management.',
)
const tokenLost = lost(
  'The access token is no longer valid',
  'Make a new one in the Meta app and enter it in the settings.',
)

/** Too many messages to one contact, which says nothing about the number. */
const pairLimit = 131_056

/** The rules by the provider's error code. */
export const errorRules: Record<number, Rule> = {
  0: tokenLost,
  1: busy,
  2: busy,
  3: noPermission,
  4: throttled(30_000),
  10: noPermission,
  33: lost('The number no longer exists', 'Check the phone number ID in the settings.'),
  100: failed('WhatsApp did not understand the message', 'A part of it is not valid.'),
  190: tokenLost,
  368: lost(
    'The account is blocked for a while',
    'It broke a policy of WhatsApp. See Meta’s mail.',
  ),
  470: windowClosed,
  80_007: throttled(30_000),
  130_429: throttled(2_000),
  130_472: failed('Not delivered', 'WhatsApp does not show this contact such messages.'),
  130_497: failed(
    'Not allowed in this country',
    'WhatsApp does not allow you to send messages there.',
  ),
  131_000: later('Something went wrong at WhatsApp', 3, 4_000),
  131_005: noPermission,
  131_008: failed('WhatsApp did not understand the message', 'Something is missing in it.'),
  131_009: failed('WhatsApp did not understand the message', 'A value in it is not valid.'),
  131_016: busy,
  131_021: failed('This is your own number', 'WhatsApp sends nothing from a number to itself.'),
  131_026: failed(
    'Not on WhatsApp',
    'The number is not on WhatsApp, has an old version of the app, or has not accepted its terms.',
  ),
  131_030: failed('Not a test recipient', 'A test number writes only to numbers on its list.'),
  131_031: lost('The account is locked', 'It broke a policy of WhatsApp. See Meta’s mail.'),
  131_037: { ...failed('The name is not approved', 'Meta has to approve it.'), concerns: 'number' },
  131_042: {
    ...failed('Meta could not charge you', 'Check the payment method of the WhatsApp account.'),
    retryable: true,
    concerns: 'number',
  },
  131_045: lost('The number is not registered', 'Register it in the WhatsApp manager.'),
  131_047: windowClosed,
  131_048: {
    ...failed(
      'Too many were reported as spam',
      'WhatsApp limits this number. Send fewer messages for now.',
    ),
    concerns: 'number',
  },
  131_049: failed('Not delivered', 'This contact got too much marketing. Wait at least 24 hours.'),
  131_050: {
    ...failed('The contact opted out of marketing', 'Send this contact no more marketing.'),
    concerns: 'marketing',
  },
  131_051: failed('WhatsApp does not know this kind of message', 'Send it another way.'),
  131_052: later('The file could not be loaded', 3, 4_000),
  131_053: failed('The file could not be sent', 'WhatsApp does not accept its type or size.'),
  [pairLimit]: later('Too many messages to this contact', 6, 6_000),
  131_057: later('The account is in maintenance', 8, 60_000),
  132_000: template('The template values do not match', 'There are too many or too few values.'),
  132_001: template('The template does not exist', 'Not in this language, or it is not approved.'),
  132_005: template('The template is too long', 'With the values filled in.'),
  132_007: template('The template is against the rules', 'WhatsApp does not allow its wording.'),
  132_012: template('The template values do not match', 'A value has the wrong format.'),
  132_015: template('The template is paused', 'Too many people reacted badly to it.'),
  132_016: template('The template is disabled', 'It was paused too often.'),
  132_018: template(
    'The template values do not match',
    'Values may not have new lines, tabs or long gaps.',
  ),
  132_068: failed('The flow is blocked', 'WhatsApp blocked it.'),
  132_069: later('The flow is slowed down', 3, 60_000),
  133_004: busy,
  133_005: lost(
    'The number has a two-step PIN of its own',
    'Turn off two-step verification in Meta’s WhatsApp Manager, under Phone numbers, then connect again.',
  ),
  133_006: lost('The number is not verified', 'Verify it in Meta’s WhatsApp Manager first.'),
  133_008: later('The PIN was wrong too often', 3, 60_000),
  133_009: later('The PIN was tried too fast', 3, 60_000),
  133_010: lost('The number is not registered', 'Register it in the WhatsApp manager.'),
  133_015: later('The number was deleted a moment ago', 3, 300_000),
  133_016: lost(
    'The number was registered too often',
    'Meta allows it ten times in three days. Connect again later.',
  ),
  135_000: failed('WhatsApp did not accept the message', 'It does not say why.'),
}

const unknown = failed('WhatsApp did not accept the message', 'It gave an unknown reason.')

/**
 * The rule for a code and the HTTP status that it came with: a 429 means that the message was not
 * accepted, whatever the code. The codes from 200 to 299 are all about permissions.
 */
export function ruleOf(code: number, status?: number): Rule {
  if (code >= 200 && code < 300) return noPermission
  const rule = errorRules[code] ?? unknown
  const isOfNumber = code === 0 || rule === unknown || rule.remedy.kind === 'retry'
  return status === 429 && isOfNumber && code !== pairLimit ? throttled(2_000) : rule
}

/** Whether the error of a code is temporary. */
export const isTemporary = (code: number): boolean =>
  ['retry', 'throttle'].includes(ruleOf(code).remedy.kind)

/** An error as the owner sees it on the message. */
export function toMessageError(code: number, details = ''): MessageError {
  const { title, detail, retryable, action } = ruleOf(code)
  const isKnown = code in errorRules
  return { code, title, detail: isKnown || details === '' ? detail : details, retryable, action }
}
