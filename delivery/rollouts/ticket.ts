import { loopbackOriginSchema } from '@errand/contract/release'
import { drawnRemoteSchema } from '@errand/contract/remote'
import { importSPKI, jwtVerify, SignJWT, importPKCS8 } from 'jose'
import * as z from 'zod/mini'

/** A remote that runs on its developer's own machine, as a ticket describes it. */
const localRemoteSchema = z.object({
  origin: loopbackOriginSchema,
  /** Without the path, which follows from the app's name. */
  place: z.omit(drawnRemoteSchema, { mount: true }),
  hasWidget: z.optional(z.boolean()),
  /** The versions of the host's libraries it works with, by name, as semver ranges. */
  requires: z.record(z.string(), z.string()),
})
export type LocalRemote = z.infer<typeof localRemoteSchema>

/** Local remotes by their app; the host cannot be one. */
export const localRemotesSchema = z.record(
  z.string().check(z.regex(/^remote-[a-z\d-]+$/)),
  localRemoteSchema,
)

/** A permission to run other releases than a rollout gives, in one tab and for a limited time. */
const ticketSchema = z.object({
  /** The version of each app that the ticket names. */
  apps: z.record(z.string(), z.string()),
  /** Remotes from the machine of the person who opens it, instead of releases. */
  local: z._default(localRemotesSchema, {}),
  /** When it expires, in seconds since 1970. */
  exp: z.int(),
})
export type Ticket = z.infer<typeof ticketSchema>

const algorithm = 'EdDSA'
const issuer = 'errand-registry'

const hour = 60 * 60

/** How long a ticket, and the files of a preview, are valid. */
export const previewDays = 7

/**
 * The longest life of a ticket, in seconds; unsigned local code is allowed for a working day only.
 */
export const maxTicketSeconds = ({ local }: Pick<Ticket, 'local'>): number =>
  Object.keys(local).length > 0 ? 8 * hour : previewDays * 24 * hour

/** Signs a ticket; `privateKey` is an Ed25519 key as PKCS #8 PEM. */
export async function signTicket(ticket: Ticket, privateKey: string): Promise<string> {
  return new SignJWT({ apps: ticket.apps, local: ticket.local })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(ticket.exp)
    .sign(await importPKCS8(privateKey, algorithm))
}

/** The ticket in a text; throws if it is expired or not signed with this key. */
export async function readTicket(text: string, publicKey: string): Promise<Ticket> {
  const { payload } = await jwtVerify(text, await importSPKI(publicKey, algorithm), {
    issuer,
    algorithms: [algorithm],
    requiredClaims: ['exp', 'iat'],
  })
  const ticket = ticketSchema.parse(payload)
  if (ticket.exp - (payload.iat ?? 0) > maxTicketSeconds(ticket))
    throw new Error('The ticket is for longer than a ticket may be')
  return ticket
}
