import { AuditActorKind, type AuditEntryView } from '@guiche/contract'
import { z } from 'zod'
import { isoTime } from '#platform/iso-time'
import type { AuditRow } from './audit-log.repository.ts'

const Detail = z.record(z.string(), z.unknown())

/** Details that tell of the installation and not of the company. */
const ofInstallation: Readonly<Record<string, readonly string[]>> = { 'session.moved': ['from', 'to'] }

/** `isOperator`: the viewer is one. Others neither see addresses of operators nor processes of the server. */
export function presentEntry(row: AuditRow, { isOperator }: { isOperator: boolean }): AuditEntryView {
  const { by, ...detail } = Detail.parse(row.detail)
  const hidden = isOperator ? [] : (ofInstallation[row.action] ?? [])
  return {
    id: row.id,
    at: isoTime(row.created_at),
    actor: { kind: kindOf(row, by), id: row.actor_user_id, name: row.actor_name },
    address: row.is_reach && !isOperator ? null : row.address,
    action: row.action,
    object: row.object,
    objectId: row.object_id,
    objectName: row.object_name ?? nameIn(detail),
    detail: Object.fromEntries(Object.entries(detail).filter(([field]) => !hidden.includes(field))),
  }
}

/** `audit()` writes what acts without a person as `nameOfActor` has it, such as "campaign 7". */
function kindOf({ actor_user_id, is_reach }: AuditRow, by: unknown): AuditActorKind {
  if (actor_user_id !== null) return is_reach ? 'operator' : 'user'
  const [word] = typeof by === 'string' ? by.split(' ') : []
  return AuditActorKind.safeParse(word === 'connections' ? 'connection' : word).data ?? 'system'
}

/** That of an object that is gone. */
function nameIn({ name, title, shortcode }: Readonly<Record<string, unknown>>): string | null {
  const found = [name, title, shortcode].find((text) => typeof text === 'string')
  return typeof found === 'string' ? found : null
}
