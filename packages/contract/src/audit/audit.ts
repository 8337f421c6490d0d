import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Day, Id, When } from '../shared/fields.ts'
import { auditActions, auditAreaNames, auditObjects } from './audit-actions.ts'

/** Who did it: a person, the operator in the company of others, or something that acts without a person. */
export const AuditActorKind = z.enum([
  'user',
  'operator',
  'system',
  'bot',
  'campaign',
  'schedule',
  'api',
  'import',
  'connection',
])
export type AuditActorKind = z.output<typeof AuditActorKind>

export const AuditEntryView = z.object({
  id: z.number(),
  at: When,
  actor: z.object({
    kind: AuditActorKind,
    /** Of a person. */
    id: z.number().nullable(),
    /** As it was then. */
    name: z.string().nullable(),
  }),
  /** Where the call came from; null: it was not within a call, or the operator's and not for the company to see. */
  address: z.string().nullable(),
  /** An `AuditAction`, unless another version of the server has written it. */
  action: z.string(),
  /** An `AuditObject`, or empty. */
  object: z.string(),
  objectId: z.string(),
  /** As it is now, or was when the object was deleted. */
  objectName: z.string().nullable(),
  /** An `AuditDetail`. */
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntryView = z.output<typeof AuditEntryView>

/** The first line of an export. The times of its entries are those of the company in this time zone. */
export const AuditExportHead = z.object({ timezone: z.string() })
export type AuditExportHead = z.output<typeof AuditExportHead>

const filter = {
  /** Of another company than their own only the operator reads it. */
  companyId: Id.optional(),
  /** A part of the name of somebody of the company. */
  who: z
    .string()
    .max(100)
    .transform((text) => text.trim())
    .optional(),
  userId: Id.optional(),
  /** What people of the company did not do themselves. */
  actor: z.enum(['operator', 'system']).optional(),
  area: z.enum(auditAreaNames).optional(),
  action: z.enum(auditActions).optional(),
  object: z.enum(auditObjects).optional(),
  objectId: z.string().max(100).optional(),
  address: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Days in the time zone of the company, both included. */
  from: Day.optional(),
  until: Day.optional(),
}
export const AuditFilter = z.object(filter)
export type AuditFilter = z.output<typeof AuditFilter>

export const auditCalls = {
  listAudit: endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'The audit log of the company, the newest entries first, a page: those older than the entry `before`',
    access: 'admin',
    feature: 'none',
    query: z.object({ ...filter, before: Id.optional() }),
    answer: z.object({ entries: z.array(AuditEntryView), hasMore: z.boolean(), timezone: z.string() }),
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: '/audit/export',
    summary: 'The same entries, at most the 100,000 newest: an AuditExportHead, then a line of JSON for each',
    access: 'admin',
    feature: 'none',
    query: AuditFilter,
    answer: z.string(),
    file: 'application/x-ndjson',
  }),
} as const
