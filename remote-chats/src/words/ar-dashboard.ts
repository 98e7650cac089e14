import type { dashboardWords } from './en-dashboard.ts'

/** The dashboard's part of the inbox, in Arabic. */
export const arDashboard: Record<keyof typeof dashboardWords, string> = {
  needsYouCount:
    '{count, plural, zero {لا محادثة تحتاجك} one {محادثة واحدة تحتاجك} two {محادثتان تحتاجانك} few {# محادثات تحتاجك} many {# محادثة تحتاجك} other {# محادثة تحتاجك}}',
  moreChats:
    '{count, plural, zero {لا مزيد} one {عرض واحدة أخرى} two {عرض اثنتين أخريين} few {عرض # أخرى} many {عرض # أخرى} other {عرض # أخرى}}',
  waits: 'تنتظر منذ {time}',
  replyToName: 'الرد على {name}',
  openChatWith: 'فتح المحادثة مع {name}',
  open: 'فتح',
  sentTo: 'أُرسلت إلى {name}',
  undoSent: 'الرد على {name}',
}
