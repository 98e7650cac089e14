import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { iconByName, readHostPages, readPlace } from '@errand/delivery/build'

/** A remote that cannot be created; the message is for people. */
class CreateRemoteError extends Error {
  override readonly name = 'CreateRemoteError'
}

/** The requested remote. */
export interface RemoteRequest {
  name: string
  label?: string | undefined
  icon?: string | undefined
}

/** A valid new remote. */
interface NewRemote {
  name: string
  label: string
  icon: string
  order: number
}

const maxLabelLength = 24
const orderStep = 10

/** First path segments that the edge uses itself. */
const edgePaths = new Set(['api', 'dev', 'r', 'registry', 'release-set', 'why'])

/** Validates a new remote and sorts it behind the others; throws if it cannot be created. */
export function newRemote(root: string, { name, label, icon }: RemoteRequest): NewRemote {
  checkName(root, name)
  const remote = { name, label: label ?? toWords(name), icon: icon ?? 'layout-grid' }
  if (remote.label.trim() === '' || remote.label.length > maxLabelLength)
    throw new CreateRemoteError(
      `The label "${remote.label}" does not fit the navigation: it takes 1 to ${maxLabelLength} characters.`,
    )
  if (/["'`<>{}\\\n]/.test(remote.label))
    throw new CreateRemoteError(
      `The label "${remote.label}" may not have quotes, brackets or backslashes.`,
    )
  // Throws if the icon does not exist.
  iconByName(remote.icon)
  const orders = readPlaces(root).map(({ order }) => order)
  return { ...remote, order: Math.max(0, ...orders) + orderStep }
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
    ...readPlaces(root).map(({ mount }) => mount),
  ]
  if (edgePaths.has(name) || taken.includes(`/${name}`))
    throw new CreateRemoteError(`The path /${name} belongs to another part of the product.`)
}

const readPlaces = (root: string) =>
  readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'package.json')) && name.startsWith('remote-'))
    .map((name) => readPlace(join(root, name)))

/** A name in words: `sales-reports` becomes `Sales reports`. */
const toWords = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

// With a suffix, so that no check of this repository reads them.
const templates = join(import.meta.dirname, '..', '..', 'templates', 'remote')
const suffix = '.template'

/** Writes the files of a remote; returns its folder. */
export function writeRemote(root: string, remote: NewRemote): string {
  const folder = join(root, `remote-${remote.name}`)
  for (const template of globSync(`**/*${suffix}`, { cwd: templates })) {
    const target = join(folder, template.slice(0, -suffix.length))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, fillTemplate(readFileSync(join(templates, template), 'utf8'), remote))
  }
  return folder
}

/** Replaces `{{label}}` and other placeholders. */
const fillTemplate = (text: string, remote: NewRemote): string =>
  text.replaceAll(/\{\{(name|label|icon|order)\}\}/g, (_, key: keyof NewRemote) =>
    String(remote[key]),
  )

/** Installs the new package's dependencies and formats its files. */
export async function installRemote(root: string, folder: string): Promise<void> {
  const install = ['install', '--no-frozen-lockfile', '--prefer-offline']
  await expectSuccess(root, 'pnpm', install)
  await expectSuccess(root, 'oxfmt', [folder])
}

async function expectSuccess(cwd: string, file: string, args: string[]): Promise<void> {
  // The copy's own programs, as it has installed its own packages.
  const PATH = [join(cwd, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  try {
    await promisify(execFile)(file, args, { cwd, env: { ...process.env, PATH } })
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new CreateRemoteError(`"${[file, ...args].join(' ')}" failed:\n${stdout}${stderr}`, {
      cause,
    })
  }
}
