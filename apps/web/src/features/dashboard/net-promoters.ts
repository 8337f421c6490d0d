import type { Counted } from './number-card.tsx'

/** From -100 to 100; undefined without answers on the scale from 0 to 10. */
export function netPromoterScore(numbers: readonly Counted[], when: 'now' | 'before'): number | undefined {
  const count = (name: Counted['name']) => numbers.find((one) => one.name === name)?.[when]?.count ?? 0
  const all = count('promoters') + count('passives') + count('detractors')
  return all === 0 ? undefined : Math.round(((count('promoters') - count('detractors')) * 100) / all)
}
