import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'

/**
 * Points git at `.githooks`, in a developer's own checkout only.
 * @param {string} root
 */
export function useGitHooks(root) {
  if (process.env['CI']) return
  const top = git(root, 'rev-parse', '--show-toplevel')
  // A copy inside somebody else's repository must not change that one.
  if (top === '' || realpathSync(top) !== realpathSync(root)) return
  // Whoever has set hooks of his own keeps them.
  if (git(root, 'config', '--get', 'core.hooksPath') !== '') return
  git(root, 'config', 'core.hooksPath', '.githooks')
}

/**
 * @param {string} cwd
 * @param {string[]} args
 */
function git(cwd, ...args) {
  return spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout?.trim() ?? ''
}
