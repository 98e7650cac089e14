import { Hono } from 'hono'

import { localOnly } from './local-only.ts'
import { createInbox } from './mail/inbox.ts'
import { inboxRoutes } from './mail/inbox.routes.ts'
import { startMailServer } from './mail/mail-server.ts'
import { assetsRoutes } from './page/assets.routes.ts'
import { showPage } from './page/page.ts'
import { describeNumbers } from './phone/describe-numbers.ts'
import { phonePage } from './phone/phone-page.ts'
import { createRazorpay, type RazorpayKeys } from './razorpay/create-razorpay.ts'
import { deliverTo } from './razorpay/webhooks.ts'
import { servicesPage } from './services-page.ts'

/** How the simulators run. */
export interface SimulatorSettings {
  /** Where the local inbox takes mail. */
  mailPort: number
  /** Where the api itself is, for the events of the services. */
  apiUrl: string
  razorpay: RazorpayKeys
}

/** Stand-ins of the outside services, for a developer's machine. */
export interface Simulators {
  /** All below /simulator. */
  routes: Hono
  stop: () => Promise<void>
}

/** Starts what listens by itself; loaded only where the settings want it. */
export async function openSimulators({
  mailPort,
  apiUrl,
  razorpay,
}: SimulatorSettings): Promise<Simulators> {
  const closing = new AbortController()
  const inbox = createInbox()
  const mailServer = await startMailServer(inbox, mailPort)
  const deliver = deliverTo(`${apiUrl}/api/webhooks/razorpay`)
  const routes = new Hono()
    .use(localOnly)
    .route('/assets', assetsRoutes())
    .route('/razorpay', createRazorpay({ ...razorpay, deliver }).routes)
    .route('/mail', inboxRoutes(inbox, mailPort, closing.signal))
    .get('/', (c) =>
      showPage(c, {
        title: 'Phone',
        body: phonePage(describeNumbers()),
        script: 'phone.js',
        style: 'phone.css',
      }),
    )
    .get('/services', (c) => showPage(c, { title: 'Services', body: servicesPage({ mailPort }) }))
  return {
    routes,
    stop: async () => {
      closing.abort()
      await mailServer.stop()
    },
  }
}
