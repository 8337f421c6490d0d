import type { NeededFeature } from '@guiche/contract'
import { useMe } from './session.ts'

/** Says of a feature whether the company's plan has it. For what is hidden or disabled; the server refuses it by the same flags. */
export function usePlanHas(): (feature: NeededFeature) => boolean {
  const { plan } = useMe().company
  return (feature) => feature === 'none' || plan[feature]
}
