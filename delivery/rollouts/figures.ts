import * as z from 'zod/mini'

const count = z.int()

/** How much speaks against a candidate: now, and at most so far. */
const levelSchema = z.object({ now: z.number(), highest: z.number() })
export type Level = z.infer<typeof levelSchema>

/** What speaks against a candidate, each by its own rule; from `strongEvidence` on it is strong. */
const evidenceSchema = z.object({
  /** It fails for more visitors than stable; files that did not arrive, and silence, aside. */
  worse: levelSchema,
  /** Files of it do not arrive for more than one visitor in twenty. */
  filesMissing: levelSchema,
  /** Where no stable release is there to compare with: it fails for more than one in five. */
  failing: levelSchema,
  /** As `worse`, with silent pages as failures: they hang, or their reports are lost. */
  silent: levelSchema,
  /** As the first three, by visitors who are no known owners and too few to stop anything. */
  strangers: z.optional(levelSchema),
})
export type Evidence = z.infer<typeof evidenceSchema>

/** The visitors of one arm since the rollout began; each once a day, by the first page. */
const armFiguresSchema = z.object({
  /** Those whose page was ready, failed or was silent. */
  visitors: count,
  /** Of them: the release failed in a page. */
  failed: count,
  /** Of them: a file did not arrive. */
  filesMissing: count,
  /** Of them: the page reported nothing for a minute. */
  silent: count,
  /** Besides: they left before the page was ready. */
  left: count,
  /** Of the last hours, by documents: how many visitors were drawn since the share was changed. */
  drawn: count,
  /** Pages after the first one, whose files are in the browser's cache, and 75 % were ready by. */
  warmPages: count,
  warmP75Ms: z.nullable(count),
})
export type ArmFigures = z.infer<typeof armFiguresSchema>

/** What the guard decides by. */
export const figuresSchema = z.object({
  candidate: armFiguresSchema,
  /** Null where there is no stable release. */
  stable: z.nullable(armFiguresSchema),
  evidence: evidenceSchema,
  /** By a plan: the candidate's visitors whose page was ready or failed since its step began. */
  ofStep: z.optional(count),
  /** Whether an edge has not reported lately, so that the latest visitors are missing. */
  isLate: z.optional(z.boolean()),
})
export type Figures = z.infer<typeof figuresSchema>
