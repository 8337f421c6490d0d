import type { AuditEntryView } from '@guiche/contract'

/** What an entry says of one field. An empty name: of its only value. */
export interface Told {
  field: string
  /** Both of something that was changed. */
  before?: unknown
  after?: unknown
  /** Of anything else. */
  value?: unknown
}

/** Changes first. */
export function readDetail({ detail, objectName }: Pick<AuditEntryView, 'detail' | 'objectName'>): Told[] {
  const { before, after, ...others } = detail
  const facts = Object.entries(others).filter(([field, value]) => !isKnown(field, value, objectName))
  return [...changesIn(before, after), ...facts.map(([field, value]) => ({ field, value }))]
}

function changesIn(before: unknown, after: unknown): Told[] {
  if (isRecord(before) && isRecord(after)) {
    // Some changes tell only the fields that were sent.
    const fields = Object.keys(after).filter((field) => !isSame(before[field], after[field]))
    return fields.map((field) => ({ field, before: before[field], after: after[field] }))
  }
  // What was created has nothing before, and what was deleted nothing after.
  const whole = isRecord(after) ? after : isRecord(before) ? before : undefined
  if (whole) return Object.entries(whole).map(([field, value]) => ({ field, value }))
  return before === undefined && after === undefined ? [] : [{ field: '', before, after }]
}

/** Ids that say nothing to people, a password that stayed, and the name of the object. */
const isKnown = (field: string, value: unknown, objectName: string | null) =>
  field === 'uuid' ||
  (field === 'password' && value === false) ||
  (['name', 'title', 'shortcode'].includes(field) && value === objectName)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
