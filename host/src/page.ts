import {
  pageConfigElementId,
  pageConfigSchema,
  releaseSetElementId,
  releaseSetSchema,
  type PageConfig,
  type ReleaseSet,
} from '@errand/contract/release'

/** The release set that the edge wrote into this document. */
export const readReleaseSet = (): ReleaseSet =>
  releaseSetSchema.parse(readJson(releaseSetElementId))

/** The configuration of this deployment. */
export const readPageConfig = (): PageConfig =>
  pageConfigSchema.parse(readJson(pageConfigElementId))

function readJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent
  if (text === undefined || text === null) throw new Error(`The document has no #${id}`)
  return JSON.parse(text)
}
