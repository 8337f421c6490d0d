import type { Deps } from '#platform/deps'
import { moveSchedules } from './schedules.repository.ts'

/** The contact that has everything of a merged one also gets its scheduled messages. */
export function followContacts({ followers }: Pick<Deps, 'followers'>): void {
  followers.within('contact.merged', async (ctx, { contactId, intoId }) => {
    for (const scheduleId of await moveSchedules(ctx, contactId, intoId)) ctx.emit('schedule.saved', { scheduleId })
  })
}
