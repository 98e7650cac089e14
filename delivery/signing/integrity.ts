import { createHash } from 'node:crypto'

/** The SHA-384 of bytes as the integrity attribute writes it. */
export const integrityOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`
