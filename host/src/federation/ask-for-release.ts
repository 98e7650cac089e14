/** The status of the release that a file belongs to; 503 stands for an edge that is away. */
export async function askForRelease(url: string): Promise<number> {
  try {
    // Its account is no file of a release: an edge that still has the files in memory has to look.
    return (await fetch(`${url}/../release.json`, { cache: 'no-store' })).status
  } catch {
    return 503
  }
}
