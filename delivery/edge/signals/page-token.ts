import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Arm } from '../../rollouts/channel.ts'
import type { TokenKey } from '../../rollouts/edge-report.ts'

/** A release that a page may speak of: the one that its visitor's arm picked. */
export interface ArmRelease {
  app: string
  version: string
  arm: Arm
}

/** A release in a page's token. */
export interface TokenRelease extends ArmRelease {
  /** Whether the document exposes it; others are when the page says that it starts them. */
  isExposed: boolean
}

/** What a page's token holds: which page it is, and what it was given. */
export interface PageToken {
  id: string
  /** When the page was given, in milliseconds since 1970. */
  at: number
  /** A hash of the visitor's id; none of visitors that are no evidence. */
  visitor: string | undefined
  releases: TokenRelease[]
}

const oneDayMs = 24 * 60 * 60 * 1000

/** Signs and reads the tokens with which pages report on their releases. */
export function createPageTokens() {
  // Until the registry has given keys, and where it is older than they are.
  const own = { id: `own-${randomId()}`, key: randomId() }
  let shared: TokenKey[] = []

  return {
    /** Takes the registry's keys, newest first. */
    setKeys(keys: TokenKey[]): void {
      shared = keys
    },
    /** The same on all edges, and another one with the next day's key; none before there is one. */
    hashOf(visitor: string): string | undefined {
      const [today] = shared
      return today && signatureOf(`visitor ${visitor}`, today.key).slice(0, 16)
    },
    /** The token of a new page. */
    sign({ id, at, visitor, releases }: PageToken): string {
      const [{ id: keyId, key } = own] = shared
      const names = releases.map((release) => `~${nameOf(release)}`).join('')
      const time = at.toString(36)
      const text = `${keyId}~${id}~${visitor === undefined ? time : `${time}.${visitor}`}${names}`
      return `${text}~${signatureOf(text, key)}`
    },
    /** What a token holds; undefined if no edge has given it, or more than a day ago. */
    read(token: string): PageToken | undefined {
      const end = token.lastIndexOf('~')
      const text = token.slice(0, Math.max(end, 0))
      const [keyId, id = '', origin = '', ...releases] = text.split('~')
      const key = [...shared, own].find((each) => each.id === keyId)?.key
      if (key === undefined || !isEqual(token.slice(end + 1), signatureOf(text, key)))
        return undefined
      const [time = '', visitor] = origin.split('.')
      const at = Number.parseInt(time, 36)
      // It may be ahead: clocks of edges differ, and nobody else can sign.
      if (Date.now() - at > oneDayMs) return undefined
      return { id, at, visitor, releases: releases.map((release) => readRelease(release)) }
    },
  }
}

const randomId = (): string => randomBytes(16).toString('base64url')

// SHA-3 needs no HMAC, which takes twice as long: nobody can lengthen what it has hashed, so
// the key may simply stand in front (https://keccak.team/keccak_strengths.html). Keys have one length.
const signatureOf = (text: string, key: string): string =>
  hash('sha3-256', `${key}${text}`, 'base64url')

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A release as a token names it: `host@1.0.0@S`, or with `C` for the candidate; small if not exposed. */
const nameOf = ({ app, version, arm, isExposed }: TokenRelease): string =>
  `${app}@${version}@${letters[arm][isExposed ? 0 : 1]}`

const letters = { stable: 'Ss', candidate: 'Cc' }

function readRelease(text: string): TokenRelease {
  const [app = '', version = '', letter = ''] = text.split('@')
  const arm = letters.candidate.includes(letter) ? 'candidate' : 'stable'
  return { app, version, arm, isExposed: letter === letters[arm][0] }
}
