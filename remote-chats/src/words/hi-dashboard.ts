import type { dashboardWords } from './en-dashboard.ts'

/** The dashboard's part of the inbox, in Hindi. */
export const hiDashboard: Record<keyof typeof dashboardWords, string> = {
  needsYouCount: '{count, plural, one {# चैट को आपकी ज़रूरत है} other {# चैट को आपकी ज़रूरत है}}',
  moreChats: '{count, plural, one {# और दिखाएँ} other {# और दिखाएँ}}',
  waits: '{time} से इंतज़ार में',
  replyToName: '{name} को जवाब दें',
  openChatWith: '{name} के साथ चैट खोलें',
  open: 'खोलें',
  sentTo: '{name} को भेजा गया',
  undoSent: '{name} को जवाब',
}
