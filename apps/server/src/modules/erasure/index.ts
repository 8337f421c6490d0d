import type { Deps } from '#platform/deps'
import { erasureRoutes } from './erasure.routes.ts'

/** Erases people: it stands above all modules that keep something of them. */
export function registerErasure(deps: Deps): void {
  erasureRoutes(deps)
}
