import { releaseSetSchema, type ReleaseSet } from '@errand/contract/release'

/** The release set that a document carries. */
export function setOf(html: string): ReleaseSet {
  const json = /<script type="application\/json" id="errand-release-set">(.*?)<\/script>/.exec(html)
  return releaseSetSchema.parse(JSON.parse(json?.[1] ?? ''))
}
