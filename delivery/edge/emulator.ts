import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'

import { passOn } from './forward.ts'

const codesSchema = z.object({
  verificationCodes: z._default(
    z.array(z.object({ phoneNumber: z.string(), code: z.string() })),
    [],
  ),
})

/** `/dev/codes`: the sign-in codes of the identity emulator, which sends no messages. */
export function devCodes(emulatorUrl: string, projectId: string) {
  return new Hono().get('/', async (c) => {
    const answer = await fetch(
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

/** The identity emulator under the document's own origin, by the paths its SDK calls. */
export function forwardToEmulator(emulatorUrl: string) {
  return (
    new Hono<{ Bindings: HttpBindings | Http2Bindings }>()
      // The emulator does not know this call and answers 501, which browsers log as an error. The
      // answer is the provider's for a project without reCAPTCHA Enterprise.
      .get('/identitytoolkit.googleapis.com/v2/recaptchaConfig', (c) => c.json({}))
      .all('/:service{(identitytoolkit|securetoken)\\.googleapis\\.com}/*', async (c) => {
        try {
          return await passOn(c, emulatorUrl)
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

/** Ends a request so that the browser sees a lost connection, not an answer. */
function dropConnection({ incoming }: HttpBindings | Http2Bindings): void {
  if ('stream' in incoming) incoming.stream.close(http2InternalError)
  else incoming.socket.destroy()
}
