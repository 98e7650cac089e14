/** What the provider tells beside messages, as made-up examples. */

const at = '1796000000'
const [zoe, id] = ['919811111111', 'wamid.about']
const echo = (content: object) => ({
  message_echoes: [{ from: '1', to: zoe, id: 'wamid.echo', timestamp: at, ...content }],
})
const status = (more: object) => ({
  statuses: [{ id, status: 'delivered', timestamp: at, recipient_id: zoe, ...more }],
})
const failed = (code: number) =>
  status({
    status: 'failed',
    errors: [
      { code, title: 'Failed', error_data: { details: 'Why' }, href: 'https://example.com' },
    ],
  })
const template = { message_template_name: 'sale', message_template_language: 'en' }

/** What else the provider tells: of which field, and its value. */
export const others: [what: string, field: string, value: object][] = [
  ['a message that was sent', 'messages', status({ status: 'sent', pricing: { billable: true } })],
  ['a message that was delivered', 'messages', status({ conversation: { id: 'c' } })],
  ['a voice note that was played', 'messages', status({ status: 'played' })],
  ['a status that nobody knows', 'messages', status({ status: 'warning' })],
  [
    'a status of somebody without a number',
    'messages',
    status({ recipient_id: undefined, recipient_user_id: 'IN.77' }),
  ],
  ['a status in a group', 'messages', status({ recipient_type: 'group', recipient_id: 'Y2FwaQ' })],
  ['a message that did not arrive', 'messages', failed(131_026)],
  ['a message after the window', 'messages', failed(131_047)],
  ['marketing that nobody wants', 'messages', failed(131_050)],
  ['an unknown failure', 'messages', failed(999_999)],
  ['errors beside messages', 'messages', { errors: [{ code: 130_429, title: 'Too many' }] }],
  ['an echo', 'smb_message_echoes', echo({ type: 'text', text: { body: 'From the phone' } })],
  [
    'an echo to somebody without a number',
    'smb_message_echoes',
    echo({ to: undefined, to_user_id: 'IN.77', type: 'text', text: { body: 'From the phone' } }),
  ],
  ['an unsupported echo', 'smb_message_echoes', echo({ type: 'unsupported' })],
  [
    'an edited echo',
    'smb_message_echoes',
    echo({
      type: 'edit',
      edit: { original_message_id: id, message: { type: 'text', text: { body: 'Edited' } } },
    }),
  ],
  [
    'a stop of marketing',
    'user_preferences',
    {
      user_preferences: [
        {
          wa_id: zoe,
          user_id: 'IN.77',
          category: 'marketing_messages',
          value: 'stop',
          timestamp: 1,
        },
      ],
    },
  ],
  [
    'a missed call',
    'calls',
    {
      calls: [
        {
          id: 'wacid.1',
          from: zoe,
          to: '1',
          event: 'terminate',
          direction: 'USER_INITIATED',
          status: 'FAILED',
          timestamp: at,
        },
      ],
    },
  ],
  ['history', 'history', { history: [{ metadata: { phase: 0 }, threads: [] }] }],
  ['contacts of the phone', 'smb_app_state_sync', { state_sync: [{ type: 'contact' }] }],
  ['groups', 'group_lifecycle_update', { groups: [{ group_id: 'Y2FwaQ', type: 'group_create' }] }],
  ['a hand-over', 'messaging_handovers', { control_passed: { metadata: 'x' } }],
  [
    'a ban',
    'account_update',
    {
      event: 'DISABLED_UPDATE',
      ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE', waba_ban_date: 'April 17, 2027' },
    },
  ],
  [
    'a restriction',
    'account_update',
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [
        { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_896_000_000 },
      ],
    },
  ],
  ['a review', 'account_review_update', { decision: 'APPROVED' }],
  [
    'the quality of the number',
    'phone_number_quality_update',
    { display_phone_number: '1', event: 'FLAGGED', current_limit: 'TIER_1K' },
  ],
  ['a new name', 'phone_number_name_update', { decision: 'APPROVED', rejection_reason: null }],
  ['a new limit', 'business_capability_update', { max_daily_conversation_per_phone: 1000 }],
  ['security', 'security', { event: 'PIN_CHANGED', requester: '1' }],
  ['a template', 'message_template_status_update', { event: 'PAUSED', ...template }],
  [
    'a template’s quality',
    'message_template_quality_update',
    { new_quality_score: 'RED', ...template },
  ],
  [
    'a template’s words',
    'message_template_components_update',
    { ...template, message_template_element: 'x' },
  ],
  ['a template’s category', 'template_category_update', { new_category: 'MARKETING', ...template }],
]
