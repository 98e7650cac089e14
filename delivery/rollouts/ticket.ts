import { importSPKI, jwtVerify, SignJWT, importPKCS8 } from 'jose'
import * as z from 'zod/mini'

/** A permission to run other releases than a rollout gives, in one tab and for a short time. */
const ticketSchema = z.object({
  /** The version of each app that the ticket names. */
  apps: z.record(z.string(), z.string()),
  /** When it ends, in seconds since 1970. */
  exp: z.int(),
})
export type Ticket = z.infer<typeof ticketSchema>

const algorithm = 'EdDSA'
const issuer = 'errand-registry'

/** The longest life of a ticket, in seconds. */
export const longestTicketSeconds = 8 * 60 * 60

/** Signs a ticket; `privateKey` is an Ed25519 key as PKCS #8 PEM. */
export async function signTicket(ticket: Ticket, privateKey: string): Promise<string> {
  return new SignJWT({ apps: ticket.apps })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(ticket.exp)
    .sign(await importPKCS8(privateKey, algorithm))
}

/** The ticket in this text; throws when it is expired, or not signed with this key. */
export async function readTicket(text: string, publicKey: string): Promise<Ticket> {
  const { payload } = await jwtVerify(text, await importSPKI(publicKey, algorithm), {
    issuer,
    algorithms: [algorithm],
    maxTokenAge: longestTicketSeconds,
    requiredClaims: ['exp'],
  })
  return ticketSchema.parse(payload)
}
