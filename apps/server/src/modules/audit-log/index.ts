import type { Deps } from '#platform/deps'
import { auditLogRoutes } from './audit-log.routes.ts'

/** Lets admins read who did what in their company, and the operator in any. `platform/audit.ts` writes it. */
export function registerAuditLog(deps: Deps): void {
  auditLogRoutes(deps)
}
