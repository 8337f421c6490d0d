const steps = { '': 1, K: 1000, M: 1_000_000 }

/**
 * How many people a tier allows, by its name or as a plain number: TIER_250, TIER_10K, 2000. Null: no limit, or one that we cannot
 * read; then the refusals of the network say when it is reached.
 */
export function limitOfTier(tier: string | null): number | null {
  const [, count = '', step = ''] = /^(?:TIER_)?(\d+)([KM]?)$/.exec(tier ?? '') ?? []
  if (count === '' || !isStep(step)) return null
  return Number(count) * steps[step]
}

const isStep = (step: string): step is keyof typeof steps => Object.hasOwn(steps, step)
