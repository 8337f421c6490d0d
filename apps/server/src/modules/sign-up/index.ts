import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { signUpRoutes } from './sign-up.routes.ts'

/** Strangers make a company of their own, and accept the terms that the operator has written. */
export function registerSignUp(deps: Deps, { createLimiter }: { createLimiter: CreateLimiter }): void {
  // Failures count too, so that nobody can try out many addresses or documents.
  signUpRoutes(deps, createLimiter({ name: 'sign-up', points: 5, duration: 3600 }))
}
