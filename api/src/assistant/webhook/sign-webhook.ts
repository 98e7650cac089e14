import { createHmac } from 'node:crypto'

/** The header by which an owner's program knows that it is called by us, and when. */
export const signatureHeader = 'x-errand-signature'

/**
 * `t=…,v1=…`: the second in which it was signed, and the HMAC-SHA256 of that second, a dot and the
 * body. The moment is part of what is signed, so that nobody can bring an old call again as a new one.
 */
export function signWebhook(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
