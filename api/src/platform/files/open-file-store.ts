import { openDirectoryStore } from './directory-store.ts'
import type { LimitedFileStore } from './file-store.ts'
import { openS3Store, type S3Settings } from './s3-store.ts'

/** Which store the deployment has. */
export type FileStoreSettings = ({ directory: string } | { s3: S3Settings }) &
  Pick<LimitedFileStore, 'maxOfOwner'>

/** Opens the store of the deployment; whether it works shows when it is used. */
export const openFileStore = (settings: FileStoreSettings): LimitedFileStore => ({
  ...('s3' in settings ? openS3Store(settings.s3) : openDirectoryStore(settings.directory)),
  maxOfOwner: settings.maxOfOwner,
})
