import { fileURLToPath } from 'node:url'

/** Made by `drizzle-kit generate`, applied at every start, the same for both engines. */
export const migrations = {
  migrationsFolder: fileURLToPath(new URL('../../drizzle', import.meta.url)),
}
