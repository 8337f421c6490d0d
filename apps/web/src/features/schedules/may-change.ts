import type { ScheduleView, SessionUser } from '@guiche/contract'

/**
 * Whether the user may change it: admins and supervisors all, others their own, and nobody one that was sent
 * (docs/requirements/workspace.md, sections 4 and 6).
 */
export const mayChange = ({ sentAt, userId }: Pick<ScheduleView, 'sentAt' | 'userId'>, me: SessionUser): boolean =>
  sentAt === null && (me.profile !== 'user' || me.id === userId)
