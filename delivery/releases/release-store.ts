/** Where published files lie: a folder, or an object store behind HTTP. */
export interface ReleaseStore {
  /** The bytes at `<app>/<version>/<file>`, or nothing when there are none. */
  read: (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The store could not be asked: nothing is known of the file. */
export class ReleaseStoreError extends Error {
  override readonly name = 'ReleaseStoreError'
}
