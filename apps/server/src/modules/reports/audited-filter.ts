import type { AuditDetail } from '@guiche/contract'
import type { Wanted } from './report.repository.ts'

/** What the audit log says of a filter: what is set. */
export function auditedFilter(filter: Wanted): AuditDetail {
  const { searchParam, contactId, whatsappId, tags, users, queueIds, dateFrom, dateTo } = filter
  return {
    ...(searchParam && { searchParam }),
    ...(contactId && { contactId }),
    ...(whatsappId.length > 0 && { connections: whatsappId }),
    ...(tags.length > 0 && { contactTag: tags }),
    ...(users.length > 0 && { users }),
    ...(queueIds.length > 0 && { queues: queueIds }),
    ...(dateFrom && { since: dateFrom }),
    ...(dateTo && { until: dateTo }),
  }
}
