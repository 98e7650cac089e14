/** What the dashboard's part of the inbox says. */
export const dashboardWords = {
  needsYouCount: '{count, plural, one {# chat needs you} other {# chats need you}}',
  moreChats: '{count, plural, one {Show # more} other {Show # more}}',
  waits: 'Waiting for {time}',
  replyToName: 'Reply to {name}',
  openChatWith: 'Open the chat with {name}',
  open: 'Open',
  sentTo: 'Sent to {name}',
  undoSent: 'the reply to {name}',
} as const
