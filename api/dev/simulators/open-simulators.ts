import { Hono } from 'hono'
import { html } from 'hono/html'

import { localOnly } from '../../src/platform/http/local-only.ts'
import { createInbox, inboxRoutes } from './mail/inbox.ts'
import { accounts, mailboxes, startMailServer } from './mail/mail-server.ts'
import { assetsRoutes, navigation, showPage, type Html } from './page/page.ts'
import { phonePage } from './phone/phone-page.ts'
import { createPushService } from './push/push-service.ts'
import { createRazorpay, deliverTo, type RazorpayKeys } from './razorpay/create-razorpay.ts'

/** The settings of the simulators. */
export interface SimulatorSettings {
  /** The port of the local mail server. */
  mailPort: number
  /** The URL of the api, for webhooks. */
  apiUrl: string
  razorpay: RazorpayKeys
}

/** The simulators of the outside services, for a developer's machine. */
export interface Simulators {
  /** All below /simulator. */
  routes: Hono
  stop: () => Promise<void>
}

/** Starts the simulators; loaded only if the settings want them. */
export async function openSimulators(settings: SimulatorSettings): Promise<Simulators> {
  const { mailPort, apiUrl, razorpay } = settings
  const closing = new AbortController()
  const inbox = createInbox()
  const mailServer = await startMailServer(inbox, mailPort)
  const deliver = deliverTo(`${apiUrl}/api/webhooks/razorpay`)
  const routes = new Hono()
    .use(localOnly)
    .route('/assets', assetsRoutes())
    .route('/razorpay', createRazorpay({ ...razorpay, deliver }).routes)
    .route('/push', createPushService().routes)
    .route('/mail', inboxRoutes(inbox, mailPort, closing.signal))
    .get('/', (c) => showPage(c, { title: 'Phone', body: phonePage, script: 'phone.js' }))
    .get('/services', (c) => showPage(c, { title: 'Services', body: servicesPage(mailPort) }))
  return {
    routes,
    stop: async () => {
      closing.abort()
      await mailServer.stop()
    },
  }
}

/** The page that describes the simulated services, and how to make each of them fail. */
const servicesPage = (mailPort: number): Html =>
  html`${navigation('/simulator/services')}
    <main>
      <h1>Services</h1>
      <p class="soft">
        On this machine each outside service is a simulator behind the same calls. Nothing is sent
        to anybody, and no money moves.
      </p>

      <h2>Mail</h2>
      <p>
        Host <code>localhost</code>, port <code>${mailPort}</code>, any user name and password, or
        none, and no encryption: with STARTTLS or TLS the third stage of the test fails.
      </p>
      ${table('User name', accounts)} ${table('Recipient', mailboxes, '@shop.example')}

      <h2>Payments</h2>
      <p>
        The checkout that the product opens pays, declines, or loses the answer by a click. Orders
        are forgotten when the api stops. With <code>PAYMENT_KEY_ID</code> and the other settings of
        a test account the product uses Razorpay's own.
      </p>

      <h2>AI</h2>
      <p>
        The built-in provider answers by rules. With <code>AI_BASE_URL</code> and
        <code>AI_MODEL</code> a service that speaks OpenAI's chat completions does.
      </p>
    </main>`

const table = (title: string, magics: Record<string, { effect: string }>, domain = ''): Html =>
  html`<div class="card">
    <table>
      <tr>
        <th scope="col">${title}</th>
        <th scope="col">What happens</th>
      </tr>
      ${Object.entries(magics).map(
        ([name, { effect }]) =>
          html`<tr>
            <td><code>${name}${domain}</code></td>
            <td>${effect}</td>
          </tr>`,
      )}
    </table>
  </div>`
