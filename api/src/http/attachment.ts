/** The header that has a browser save an answer under that name, whatever script it is in. */
export function attachment(fileName: string): string {
  return disposition('attachment', fileName)
}

/** The header that has a browser show an answer or save it, under that name. */
export function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  return `${kind}; filename*=UTF-8''${encodeFileName(fileName)}`
}

/** As RFC 8187 wants it; what no file system takes becomes a dash. */
function encodeFileName(name: string): string {
  const safe = name.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '-')
  return encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
