import { createHmac, timingSafeEqual } from 'node:crypto'

const prefix = 'sha256='

/** Whether it is a signature at all; what is none need not be compared with anything. */
export const isSignature = (text: string): boolean => /^sha256=[0-9a-f]{64}$/i.test(text)

/** Whether the bytes were signed with the secret; takes as long for a wrong signature as for a good one. */
export function isSignedWith(
  secret: string,
  { body, signature }: { body: Uint8Array; signature: string },
): boolean {
  if (!isSignature(signature)) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature.slice(prefix.length), 'hex')
  return timingSafeEqual(given, expected)
}
