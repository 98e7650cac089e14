const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b|error sending request|client error \(Connect\)|dns error/

/**
 * What to tell somebody whose install failed: one sentence, and what pnpm said if it needs it.
 * @param {string[]} output
 */
export function installFailure(output) {
  if (unreachable.test(output.join('\n'))) {
    return 'The packages could not be downloaded: the package registry cannot be reached. Check the network connection and run the command again.'
  }
  if (output.some((line) => line.includes('ERR_PNPM_OUTDATED_LOCKFILE'))) {
    return 'pnpm-lock.yaml does not fit the package.json files. Run "npx pnpm install" and commit the lockfile.'
  }
  const lines = output.filter((line) => line.trim() !== '' && !/^npm warn|\[WARN\]/i.test(line))
  return ['The packages could not be installed. pnpm said:', ...lines.slice(-15)].join('\n  ')
}
