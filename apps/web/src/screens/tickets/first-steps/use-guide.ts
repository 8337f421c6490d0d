import type { FirstSteps } from '@guiche/contract'
import { useState } from 'react'
import {
  isComplete,
  useFirstSteps,
  useGuideChoice,
  useLiveFirstSteps,
} from '../../../features/first-steps/first-steps.api.ts'

/**
 * The first steps, while an admin is to be led through them: until all are done or the guide is skipped. Undefined: there
 * is nothing to show.
 */
export function useGuide(): FirstSteps | undefined {
  const steps = useFirstSteps()
  useLiveFirstSteps(steps)
  const { isWanted } = useGuideChoice()
  // Whoever did the last step sees that it was the last.
  const [wasIncomplete, setWasIncomplete] = useState(false)
  if (steps && !isComplete(steps) && !wasIncomplete) setWasIncomplete(true)

  return steps && isWanted && (wasIncomplete || !isComplete(steps)) ? steps : undefined
}
