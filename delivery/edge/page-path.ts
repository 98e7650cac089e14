/** Whether a path below a remote's mount is the page that the router writes as `:id/edit`. */
export function isPage(pattern: string, path: string): boolean {
  const parts = pattern.split('/').filter((part) => part !== '')
  const given = path.split('/').filter((part) => part !== '')
  const end = parts.indexOf('*')
  if (end === -1 && parts.length !== given.length) return false
  return parts
    .slice(0, end === -1 ? parts.length : end)
    .every((part, index) => isPart(part, given[index]))
}

const isPart = (pattern: string, given: string | undefined): boolean =>
  given !== undefined && (pattern.startsWith(':') || pattern.toLowerCase() === given.toLowerCase())
