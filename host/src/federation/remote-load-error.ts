import type { RemoteRelease } from '@errand/contract/release'

/** A remote whose code could not be loaded or is not what a remote should be. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  /** The remote as people know it. */
  readonly label: string

  constructor({ app, version, label }: RemoteRelease, cause: unknown) {
    super(`Could not load ${app}@${version}`, { cause })
    this.label = label
  }
}
