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

/** Whose word a page's is, without a name: hashes by a key of the day. */
interface VisitorHashes {
  /** Of the visitor's id. */
  visitor: string
  /** Of its network; unknown of pages that were given before edges told it. */
  network: string | undefined
  /** Since when the browser is known as an owner's, in milliseconds since 1970. */
  knownSince: number | undefined
}

/** What a page's token holds: which page it is, and what it was given. */
export interface PageToken {
  id: string
  /** When the page was given, in milliseconds since 1970. */
  at: number
  /** Of whom it is evidence; nobody, if somebody chose the visitor's arm. */
  hashes: VisitorHashes | undefined
  releases: TokenRelease[]
}

const oneDayMs = 24 * 60 * 60 * 1000

/** An owner's browser. */
interface KnownBrowser {
  /** The visitor's id in it. */
  visitor: string
  /** Since when the api has known it as the owner's, in milliseconds since 1970. */
  since: number
}

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
    /** A hash, the same on all edges, and another one with the next day's key; none before there is one. */
    hashOf(text: string): string | undefined {
      const [today] = shared
      return today && signatureOf(text, today.key).slice(0, 16)
    },
    /** What the cookie of an owner's browser holds; '' before the registry has given a key. */
    signKnownBrowser({ visitor, since }: KnownBrowser): string {
      const [today] = shared
      if (today === undefined) return ''
      const time = since.toString(36)
      return `${today.id}~${time}~${signatureOf(`browser ${visitor} ${time}`, today.key)}`
    },
    /** Since when a visitor's browser is known as an owner's, by its cookie. */
    readKnownSince(cookie: string, visitor: string): number | undefined {
      const [keyId, time = '', signature = ''] = cookie.split('~')
      const key = shared.find(({ id }) => id === keyId)?.key
      if (key === undefined) return undefined
      if (!isEqual(signature, signatureOf(`browser ${visitor} ${time}`, key))) return undefined
      return Number.parseInt(time, 36)
    },
    /** The token of a new page. */
    sign({ id, at, hashes, releases }: PageToken): string {
      const [{ id: keyId, key } = own] = shared
      const names = releases.map((release) => `~${nameOf(release)}`).join('')
      const { visitor = '', network = '', knownSince } = hashes ?? {}
      const origin = [at.toString(36), visitor, network, knownSince?.toString(36) ?? ''].join('.')
      const text = `${keyId}~${id}~${origin}${names}`
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
      const [time = '', visitor = '', network = '', since = ''] = origin.split('.')
      const at = Number.parseInt(time, 36)
      // It may be ahead: clocks of edges differ, and nobody else can sign.
      if (Date.now() - at > oneDayMs) return undefined
      const knownSince = since === '' ? undefined : Number.parseInt(since, 36)
      const hashes =
        visitor === '' ? undefined : { visitor, network: network || undefined, knownSince }
      return { id, at, hashes, releases: releases.map((release) => readRelease(release)) }
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
