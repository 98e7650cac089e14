import { parseArgs } from 'node:util'

import { listApps, type App } from '../apps/apps.ts'

/** What `pnpm dev` was asked for. */
export interface DevOptions {
  /** The one remote to run from source; the rest of the product is as it was built. */
  only?: App
  /** The shell to run it in; without it, one of this machine's own. */
  against?: string
}

const usage = `Usage: pnpm dev [--only <remote> [--against <url>]]

  pnpm dev                                              everything from source
  pnpm dev --only chats                                 chats from source, the rest as built
  pnpm dev --only chats --against https://errand.example  chats in a shell that runs elsewhere`

/** Reads the arguments of `pnpm dev`; throws one sentence about the first that will not do. */
export function readDevOptions(args: string[]): DevOptions {
  const { only, against } = parse(args)
  if (only === undefined && against === undefined) return {}
  if (only === undefined) throw new Error(`--against needs --only.\n\n${usage}`)
  return {
    only: remoteNamed(only),
    ...(against !== undefined && { against: originOf(against) }),
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { only: { type: 'string' }, against: { type: 'string' } } })
      .values
  } catch (cause) {
    throw new Error(usage, { cause })
  }
}

function remoteNamed(name: string): App {
  const remotes = listApps().filter((app) => app.name.startsWith('remote-'))
  const remote = remotes.find((app) => [app.name, app.name.replace('remote-', '')].includes(name))
  if (remote !== undefined) return remote
  const names = remotes.map((app) => app.name.replace('remote-', '')).join(', ')
  throw new Error(`There is no remote "${name}". There are: ${names}.`)
}

function originOf(address: string): string {
  const url = URL.parse(address)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin
  throw new Error(`"${address}" is not an address such as https://errand.example.`)
}
