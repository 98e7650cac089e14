import { Hono } from 'hono'

import { runsRoutes } from '../assistant/runs.routes.ts'
import type { OwnerEnv } from '../http/context.ts'
import { ownerOnly, signedIn } from '../identity/owner.ts'
import type { Services } from '../services.ts'
import { contactsRoutes } from './contacts/contacts.routes.ts'
import { draftRoutes } from './draft/draft.routes.ts'
import { emailRoutes } from './email/email.routes.ts'
import { exportRoutes } from './export/export.routes.ts'
import { messagesRoutes } from './messages/messages.routes.ts'
import { remarksRoutes } from './remarks/remarks.routes.ts'
import { replyRoutes } from './reply/reply.routes.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { statsRoutes } from './stats/stats.routes.ts'

/** /api/chats. Every query is scoped to the caller: another owner's chat does not exist. */
export function chatsRoutes(services: Services) {
  return new Hono<OwnerEnv>()
    .use(signedIn(services.verifyToken), ownerOnly(services.database))
    .route('/', sessionsRoutes(services))
    .route('/', messagesRoutes(services))
    .route('/', replyRoutes(services))
    .route('/', draftRoutes(services))
    .route('/', runsRoutes(services))
    .route('/', remarksRoutes(services))
    .route('/', contactsRoutes(services))
    .route('/', statsRoutes(services))
    .route('/', exportRoutes(services))
    .route('/', emailRoutes(services))
}
