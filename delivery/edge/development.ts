import { join } from 'node:path'

import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'

import { hasWidget, readHostPages, readPlace } from '../build/app-package.ts'
import { workspaceRoot } from '../build/source-version.ts'
import { fetchLimited } from '../platform/fetch-limited.ts'
import { proxyRequest } from './forward.ts'
import { setId, type PageSource } from './pages.ts'
import { devRelease, devVersion } from './tickets.ts'

const codesSchema = z.object({
  verificationCodes: z._default(
    z.array(z.object({ phoneNumber: z.string(), code: z.string() })),
    [],
  ),
})

/** `/dev/codes`: the sign-in codes of the identity emulator, which sends no messages. */
export function devCodes(emulatorUrl: string, projectId: string) {
  return new Hono().get('/', async (c) => {
    const answer = await fetchLimited(
      `${emulatorUrl}/emulator/v1/projects/${projectId}/verificationCodes`,
      { headers: { authorization: 'Bearer owner' } },
    )
    const { verificationCodes } = codesSchema.parse(await answer.json())
    const rows = verificationCodes.toReversed().map(
      ({ phoneNumber, code }) =>
        html`<tr>
          <td>${phoneNumber}</td>
          <td><strong>${code}</strong></td>
        </tr>`,
    )
    c.header('cache-control', 'no-store')
    c.header('content-security-policy', "default-src 'none'")
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <meta http-equiv="refresh" content="2" />
            <title>Sign-in codes</title>
          </head>
          <body>
            <h1>Sign-in codes</h1>
            <p>No message is sent on this machine. The newest code comes first.</p>
            ${rows.length === 0 ? html`<p>No code was asked for yet.</p>` : html``}
            <table>
              ${rows}
            </table>
          </body>
        </html>`,
    )
  })
}

/** Proxies the identity emulator under the document's origin, at the paths its SDK uses. */
export function forwardToEmulator(emulatorUrl: string) {
  return (
    new Hono<{ Bindings: HttpBindings | Http2Bindings }>()
      // The emulator does not know this call and answers 501, which browsers log as an error. The
      // answer is the provider's for a project without reCAPTCHA Enterprise.
      .get('/identitytoolkit.googleapis.com/v2/recaptchaConfig', (c) => c.json({}))
      .all('/:service{(identitytoolkit|securetoken)\\.googleapis\\.com}/*', async (c) => {
        try {
          return await proxyRequest(c, emulatorUrl)
        } catch {
          // Any HTTP error here makes the SDK forget the user for good; a lost connection does not.
          dropConnection(c.env)
          return c.body(null)
        }
      })
  )
}

/** INTERNAL_ERROR of RFC 9113, section 7. */
const http2InternalError = 2

/** Ends a request so that the browser sees a lost connection instead of an answer. */
function dropConnection({ incoming }: HttpBindings | Http2Bindings): void {
  if ('stream' in incoming) incoming.stream.close(http2InternalError)
  else incoming.socket.destroy()
}

/** Pages of running development servers: without hashes and with hot reload. */
export function devPages(servers: {
  hostUrl: string
  remotes: Record<string, string>
}): PageSource {
  const root = workspaceRoot(import.meta.dirname)
  return async () => {
    const remotes = Object.entries(servers.remotes)
      .map(([app, origin]) => {
        const directory = join(root, app)
        const place = readPlace(directory)
        return devRelease({ app, origin, ...place, hasWidget: hasWidget(directory) })
      })
      .toSorted((a, b) => a.order - b.order)
    const { paths, widgetsAt } = readHostPages(join(root, 'host'))
    const set = { revision: 0, host: { version: devVersion }, remotes, revoked: [], flags: {} }
    const answer = await fetchLimited(servers.hostUrl)
    if (!answer.ok) throw new Error(`The host's development server answered ${answer.status}`)
    return {
      document: await answer.text(),
      scriptless: {},
      set: { id: setId([devVersion]), ...set },
      trustedTypes: [],
      armReleases: [],
      hostPaths: paths,
      widgetsAt,
    }
  }
}
