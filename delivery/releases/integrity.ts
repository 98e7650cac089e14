import { Buffer } from 'node:buffer'

/** Whether the bytes have this hash, written as the integrity attribute writes it. */
export async function isIntact(
  bytes: Uint8Array<ArrayBuffer>,
  integrity: string,
): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-384', bytes)
  return `sha384-${Buffer.from(digest).toString('base64')}` === integrity
}
