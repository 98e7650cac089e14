/** How the pages of both arms did in the same minute; who left early is in neither. */
export interface ArmMinutes {
  candidate: Sample
  stable: Sample
}

interface Sample {
  exposures: number
  /** Of them: those that failed, were silent, or failed later. */
  failed: number
}

/** How much speaks against a candidate. */
export interface Evidence {
  now: number
  /** The highest it has ever been: what a guard that looks all the time would have seen. */
  highest: number
}

/** From here on it is strong: a candidate that is as good as stable gets there in 5 % of rollouts. */
export const strongEvidence = 20

/** By how much a bad candidate may fail more often: nobody knows it before. */
const riskRatios = [1.5, 2, 3, 5, 10, 30, 100]

/** JSON knows no infinity. */
const maxEvidence = 1e9

/**
 * The evidence that the candidate fails more often than stable in the same minutes: the mean of the
 * likelihood ratios of some risk ratios. It may be looked at after every minute, and the share may
 * change: the chance that it ever reaches E without a difference is at most 1 / E.
 */
export function evidenceOver(minutes: Iterable<ArmMinutes>): Evidence {
  const logs = riskRatios.map(() => 0)
  let evidence: Evidence = { now: 1, highest: 1 }
  for (const { candidate, stable } of minutes) {
    const exposures = candidate.exposures + stable.exposures
    // Without the other arm a minute compares nothing.
    if (candidate.exposures === 0 || stable.exposures === 0) continue
    const share = candidate.exposures / exposures
    const failed = candidate.failed + stable.failed
    let sum = 0
    for (const [index, ratio] of riskRatios.entries()) {
      const more = candidate.failed * Math.log(ratio) - failed * Math.log(share * ratio + 1 - share)
      const log = (logs[index] ?? 0) + more
      logs[index] = log
      sum += Math.exp(log)
    }
    const now = Math.min(sum / riskRatios.length, maxEvidence)
    evidence = { now, highest: Math.max(now, evidence.highest) }
  }
  return evidence
}

/**
 * How many more pages of the candidate are needed until "none of them failed" rules out, at 95 %,
 * that it adds failures to this part of the pages.
 */
export const exposuresNeeded = (exposures: number, addedRate = 0.05): number =>
  Math.max(0, Math.ceil(3 / addedRate) - exposures)
