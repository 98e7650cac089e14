import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

const firstPauseMs = 100
const maxPauseMs = 5_000
/** A connection that is silent for this long is asked whether it is still there. */
const silentMs = 10_000

interface ListenerOptions {
  connectionString: string
  channel: string
  onNotification: (payload?: string) => void
  onLost: (error: Error) => void
}

/** Listens on a connection of its own, and reconnects whenever it is lost. */
export class Listener {
  readonly #options: ListenerOptions
  readonly #stopping = new AbortController()
  #client: Client | undefined

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const { connectionString, channel, onNotification } = this.#options
    const client = new Client({
      connectionString,
      keepAlive: true,
      // Of a connection that broke silently the system would know after two hours.
      keepAliveInitialDelayMillis: silentMs,
    })
    client.on('notification', ({ payload }) => onNotification(payload))
    // Without a listener an error would end the process; 'end' follows in any case.
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      this.#stopping.signal.throwIfAborted()
    } catch (error) {
      await client.end()
      throw error
    }
    this.#client = client
    client.once('end', () => void this.#startAgain())
    client.once('error', this.#options.onLost)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#client?.end()
  }

  async #startAgain(): Promise<void> {
    const { signal } = this.#stopping
    for (let pause = firstPauseMs; !signal.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
      const isListening = await this.start().then(
        () => true,
        () => false,
      )
      // Notifications sent in the meantime were missed.
      if (isListening) return this.#options.onNotification()
      await delay(pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }
}
