import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { iconByName, readHostPages, readPlace } from '@errand/delivery/build'

/** A remote that cannot be made; the message is for people. */
export class CreateRemoteError extends Error {
  override readonly name = 'CreateRemoteError'
}

/** What somebody says of the remote he wants. */
export interface Wish {
  name: string
  label?: string | undefined
  icon?: string | undefined
}

/** A remote that can be made. */
export interface NewRemote {
  name: string
  label: string
  icon: string
  order: number
}

const longestLabel = 24
const stepOfOrder = 10

/** First parts of paths that the edge answers itself. */
const edgePaths = new Set(['api', 'dev', 'r', 'registry', 'release-set', 'why'])

/** The new remote, with its place after the others; throws when there can be none like it. */
export function newRemote(root: string, { name, label, icon }: Wish): NewRemote {
  checkName(root, name)
  const remote = { name, label: label ?? inWords(name), icon: icon ?? 'layout-grid' }
  if (remote.label.trim() === '' || remote.label.length > longestLabel)
    throw new CreateRemoteError(
      `The label "${remote.label}" does not fit the navigation: it takes 1 to ${longestLabel} characters.`,
    )
  if (/["'`<>{}\\\n]/.test(remote.label))
    throw new CreateRemoteError(
      `The label "${remote.label}" may not have quotes, brackets or backslashes.`,
    )
  // Throws when there is none of that name.
  iconByName(remote.icon)
  const orders = placesIn(root).map(({ order }) => order)
  return { ...remote, order: Math.max(0, ...orders) + stepOfOrder }
}

function checkName(root: string, name: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new CreateRemoteError(
      `"${name}" cannot be a remote's name: it takes lower-case letters, digits and single hyphens, like sales-reports.`,
    )
  if (name.startsWith('remote-'))
    throw new CreateRemoteError(`Say "${name.slice(7)}" only: its folder will be ${name}.`)
  if (existsSync(join(root, `remote-${name}`)))
    throw new CreateRemoteError(`There is a folder remote-${name} already.`)
  const taken = [
    ...readHostPages(join(root, 'host')).paths,
    ...placesIn(root).map(({ mount }) => mount),
  ]
  if (edgePaths.has(name) || taken.includes(`/${name}`))
    throw new CreateRemoteError(`The path /${name} belongs to another part of the product.`)
}

const placesIn = (root: string) =>
  readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'package.json')) && name.startsWith('remote-'))
    .map((name) => readPlace(join(root, name)))

/** `sales-reports` as a person reads it: `Sales reports`. */
const inWords = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`
