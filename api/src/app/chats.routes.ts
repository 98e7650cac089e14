import { Hono } from 'hono'

import { requireOwner, requireSignIn } from '../modules/account/require-owner.ts'
import { runsRoutes } from '../modules/assistant/runs.routes.ts'
import { contactsRoutes } from '../modules/chats/contacts/contacts.routes.ts'
import { emailRoutes } from '../modules/chats/email/email.routes.ts'
import { exportRoutes } from '../modules/chats/export/export.routes.ts'
import { remarksRoutes } from '../modules/chats/remarks/remarks.routes.ts'
import { statsRoutes } from '../modules/chats/stats/stats.routes.ts'
import { bookingRoutes } from '../modules/conversations/booking/booking.routes.ts'
import { draftRoutes } from '../modules/conversations/draft.routes.ts'
import { messagesRoutes } from '../modules/conversations/messages.routes.ts'
import { replyRoutes } from '../modules/conversations/reply/reply.routes.ts'
import { sessionsRoutes } from '../modules/conversations/sessions.routes.ts'
import { bookingsRoutes } from '../modules/forms/bookings.routes.ts'
import { formsRoutes } from '../modules/forms/forms.routes.ts'
import { answerCalls } from '../platform/calls/answer-calls.ts'
import type { OwnerEnv } from '../platform/http/context.ts'
import type { Services } from './services.ts'

/** /api/chats. Every query is scoped to the caller: another owner's chat does not exist. */
export function chatsRoutes(services: Services) {
  const routes = new Hono<OwnerEnv>().use(requireSignIn(services.verifyToken), requireOwner)
  const on = answerCalls(routes, '/chats', 'Chats')
  sessionsRoutes(on, services)
  messagesRoutes(on, services)
  replyRoutes(on, services)
  bookingRoutes(on, services)
  draftRoutes(on, services)
  runsRoutes(on, services)
  remarksRoutes(on, services)
  contactsRoutes(on, services)
  statsRoutes(on, services)
  exportRoutes(on, services)
  emailRoutes(on, services)
  formsRoutes(on, services)
  bookingsRoutes(on, services)
  return routes
}
