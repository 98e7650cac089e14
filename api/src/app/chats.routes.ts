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
import type { OwnerEnv } from '../platform/http/context.ts'
import type { Services } from './services.ts'

/** /api/chats. Every query is scoped to the caller: another owner's chat does not exist. */
export function chatsRoutes(services: Services) {
  return new Hono<OwnerEnv>()
    .use(requireSignIn(services.verifyToken), requireOwner)
    .route('/', sessionsRoutes(services))
    .route('/', messagesRoutes(services))
    .route('/', replyRoutes(services))
    .route('/', bookingRoutes(services))
    .route('/', draftRoutes(services))
    .route('/', runsRoutes(services))
    .route('/', remarksRoutes(services))
    .route('/', contactsRoutes(services))
    .route('/', statsRoutes(services))
    .route('/', exportRoutes(services))
    .route('/', emailRoutes(services))
}
