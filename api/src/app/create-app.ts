import { maxBodyBytes } from '@errand/contract/limits'
import { Hono } from 'hono'

import { authRoutes } from '../modules/account/account.routes.ts'
import { activityRoutes } from '../modules/account/activity/activity.routes.ts'
import { alertsRoutes } from '../modules/account/alerts/alerts.routes.ts'
import { eventsRoutes } from '../modules/account/events.routes.ts'
import { filesRoutes } from '../modules/account/files.routes.ts'
import { signInsRoutes } from '../modules/account/sign-ins/sign-ins.routes.ts'
import { testChatRoutes } from '../modules/assistant/test-chat/test-chat.routes.ts'
import { billingRoutes } from '../modules/billing/billing.routes.ts'
import { paymentWebhookRoutes } from '../modules/billing/orders/webhooks.routes.ts'
import { closeJobChats } from '../modules/conversations/close-job-chats.ts'
import { calendarFeedRoutes, calendarRoutes } from '../modules/forms/calendar/calendar.routes.ts'
import { analyticsRoutes } from '../modules/jobs/analytics/analytics.routes.ts'
import { answersRoutes } from '../modules/jobs/answers/answers.routes.ts'
import { generateRoutes } from '../modules/jobs/generate/generate.routes.ts'
import { jobsRoutes } from '../modules/jobs/jobs.routes.ts'
import { translationsRoutes } from '../modules/jobs/translations/translations.routes.ts'
import { testWhatsAppRoutes } from '../modules/whatsapp/health.ts'
import { signupRoutes } from '../modules/whatsapp/signup.ts'
import { whatsAppWebhookRoutes } from '../modules/whatsapp/webhooks/webhooks.routes.ts'
import { docsRoutes } from '../platform/docs/docs.routes.ts'
import {
  assignTraceId,
  endBodyOfHead,
  logRequests,
  type RequestEnv,
  securityHeaders,
} from '../platform/http/context.ts'
import { limitBodies } from '../platform/http/limit-bodies.ts'
import { errorHandler, notFoundHandler } from '../platform/http/problem.ts'
import { limitAddresses } from '../platform/http/request-limits.ts'
import { importRoutes } from './account/import/import.routes.ts'
import { reopenAccount } from './account/reopen-account.ts'
import { wholeAccountRoutes } from './account/whole-account.routes.ts'
import { chatsRoutes } from './chats.routes.ts'
import { refuseWithoutRoom } from './health/disk-room.ts'
import { healthRoutes } from './health/health.routes.ts'
import { createMetrics, metricsRoutes } from './metrics.ts'
import { searchRoutes } from './search/search.routes.ts'
import type { Services } from './services.ts'

/** The whole API as an app; `server.ts` serves it on a port. */
export function createApp(services: Services): Hono<RequestEnv> {
  const { log } = services
  const metrics = createMetrics(services)
  const app = new Hono<RequestEnv>()
  app.use(
    services.tracing?.request ?? assignTraceId,
    logRequests(log),
    metrics.measure,
    securityHeaders,
    endBodyOfHead,
  )
  app.onError(errorHandler(log))
  app.notFound(notFoundHandler(app))
  app.route('/api', healthRoutes(services))
  app.route('/api', metricsRoutes(metrics.registry, services.metricsToken))
  app.use('/api/*', refuseWithoutRoom(services.hasRoom))
  // Above the limit by address, because the provider sends as many webhooks as contacts write messages.
  app.route('/api/webhooks', whatsAppWebhookRoutes(services))
  if (services.local !== undefined) app.route('/', services.local.unlimited)
  // Below the health checks, which are never refused.
  app.use(limitAddresses(services.limits))
  // Above the limit of bodies, as files and archives are larger and have limits of their own.
  app.route('/api/files', filesRoutes(services))
  app.route('/api/auth/import', importRoutes(services))
  app.use(limitBodies(maxBodyBytes))
  app.route('/api', docsRoutes(app))
  app.route('/api/auth/test-whatsapp', testWhatsAppRoutes(services))
  app.route('/api/auth/whatsapp', signupRoutes(services))
  app.route('/api/auth', wholeAccountRoutes(services))
  app.route('/api/auth', calendarRoutes(services))
  app.route('/api/auth', alertsRoutes(services))
  app.route('/api/auth', signInsRoutes(services))
  app.route('/api/auth', activityRoutes(services))
  app.route('/api/auth', authRoutes({ ...services, reopenAccount }))
  app.route('/api/jobs', generateRoutes(services))
  app.route('/api/jobs', testChatRoutes(services))
  app.route('/api/jobs', analyticsRoutes(services))
  app.route('/api/jobs', answersRoutes(services))
  app.route('/api/jobs', translationsRoutes(services))
  app.route('/api/jobs', jobsRoutes({ ...services, closeJobChats }))
  app.route('/api/calendar', calendarFeedRoutes(services))
  app.route('/api/search', searchRoutes(services))
  app.route('/api/events', eventsRoutes(services, metrics.eventStreams))
  app.route('/api/billing', billingRoutes(services))
  app.route('/api/webhooks', paymentWebhookRoutes(services))
  app.route('/api/chats', chatsRoutes(services))
  if (services.local !== undefined) app.route('/', services.local.limited)
  return app
}
