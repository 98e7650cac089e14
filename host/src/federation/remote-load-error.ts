/** A remote whose code could not be loaded or is not what a remote should be. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly app: string

  constructor(app: string, cause: unknown) {
    super(`Could not load ${app}`, { cause })
    this.app = app
  }
}
