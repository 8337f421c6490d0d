import type { Actor } from '#platform/context'
import { seesGroups } from '#modules/visibility'

/** What decides who sees a scheduled message. */
export interface SeenSchedule {
  user_id: number
  is_group: boolean
}

/** Whose scheduled messages somebody sees. */
export interface ScheduleViewer {
  /** Undefined: everybody's. */
  onlyOf: number | undefined
  groups: boolean
}

/**
 * People who see the tickets of every queue see all scheduled messages, because these will be messages in such tickets.
 * Others see their own.
 */
export function scheduleViewerOf(actor: Actor): ScheduleViewer {
  const isLimited = actor.kind === 'user' && !actor.seesAllTickets
  return { onlyOf: isLimited ? actor.userId : undefined, groups: seesGroups(actor) }
}

export function maySeeSchedule(actor: Actor, { user_id, is_group }: SeenSchedule): boolean {
  const { onlyOf, groups } = scheduleViewerOf(actor)
  return (onlyOf === undefined || onlyOf === user_id) && (groups || !is_group)
}

/** Admins and supervisors change all of them, others their own. */
export const mayChangeSchedule = (actor: Actor, { user_id }: SeenSchedule): boolean =>
  actor.kind !== 'user' || actor.profile !== 'user' || actor.userId === user_id
