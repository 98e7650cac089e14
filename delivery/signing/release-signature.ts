import * as z from 'zod/mini'

/** Who vouches for the bytes of a release.json: Ed25519, and with it for every file it lists. */
export const releaseSignatureSchema = z.object({ keyId: z.string(), signature: z.base64() })
export type ReleaseSignature = z.infer<typeof releaseSignatureSchema>

/** The name of the signature among the release's files. */
export const signatureFileName = 'release.sig.json'
