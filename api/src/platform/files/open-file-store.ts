import { openDirectoryStore } from './directory-store.ts'
import type { FileStore } from './file-store.ts'
import { openS3Store, type S3Settings } from './s3-store.ts'

/** Which store the deployment has. */
export type FileStoreSettings = { directory: string } | { s3: S3Settings }

/** Opens the store of the deployment; whether it works shows when it is used. */
export const openFileStore = (settings: FileStoreSettings): FileStore =>
  's3' in settings ? openS3Store(settings.s3) : openDirectoryStore(settings.directory)
