import type { NeededFeature } from '@guiche/contract'
import { useMe } from './session.ts'

/** Tells whether the company's plan has a feature, to hide or disable it. The server enforces the same flags. */
export function usePlanHas(): (feature: NeededFeature) => boolean {
  const { plan } = useMe().company
  return (feature) => feature === 'none' || plan[feature]
}
