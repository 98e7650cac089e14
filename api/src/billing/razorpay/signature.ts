import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of a text or a body, as the provider writes it: HMAC-SHA256 in hexadecimal. */
export function sign(content: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('hex')
}

/** Takes as long for a wrong signature as for a good one, so that nobody can guess it byte by byte. */
export function isSignature(
  signature: string,
  content: string | Uint8Array,
  secret: string,
): boolean {
  const expected = Buffer.from(sign(content, secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
