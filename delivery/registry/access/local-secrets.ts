import { join } from 'node:path'

import { keysDir, readOrMakeSecret } from '../../signing/key-files.ts'
import { createKeyPair } from '../../signing/keys.ts'
import { createToken } from './token.ts'

/** The admin's token of this machine: whoever can read its file may do everything. */
export const localAdminToken = (dataDir: string): string =>
  readOrMakeSecret(adminTokenFile(dataDir), createToken)

/** The token with which this machine's edge reads. */
export const localReaderToken = (dataDir: string): string =>
  readOrMakeSecret(join(keysDir(dataDir), 'reader.token'), createToken)

/** The key with which this machine's registry signs tickets. */
export const localTicketKey = (dataDir: string): string =>
  readOrMakeSecret(join(keysDir(dataDir), 'tickets.key'), () => createKeyPair().privateKey)

/** Where the `errand` command finds the admin's token. */
export const adminTokenFile = (dataDir: string): string => join(keysDir(dataDir), 'admin.token')
