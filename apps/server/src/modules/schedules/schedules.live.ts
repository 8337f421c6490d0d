import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { PayloadVariants } from '#platform/live/live'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { mediaLinks } from '#modules/media'
import { maySeeSchedule } from './schedules.policy.ts'
import { presentSchedule } from './schedules.presenter.ts'
import { type ScheduleRow, findSchedules } from './schedules.repository.ts'

type Kinds = 'schedule.saved' | 'schedule.deleted'

export function schedulesLive(deps: Deps): void {
  const { units, publisher } = deps
  const links = mediaLinks(deps)

  publisher.present<Kinds>(['schedule.saved', 'schedule.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.scheduleId)
    const schedules = await units.read({ kind: 'system', companyId }, (ctx) => findSchedules(ctx, ids))
    const byId = new Map(schedules.map((schedule) => [schedule.id, schedule]))
    return facts.map((fact) => emissionOf(companyId, fact, byId.get(fact.ids.scheduleId)))
  })

  /** People who do not see it, for example since the contact was changed, are told that it is gone. */
  function emissionOf(
    companyId: number,
    { kind, number: seq, ids: { scheduleId } }: NumberedFact<Kinds>,
    row: ScheduleRow | undefined,
  ): Emission<'schedule'> {
    const target = { companyId, event: 'schedule', rooms: [rooms.feature(companyId, 'useSchedules')] } as const
    const gone = { action: 'delete', scheduleId: String(scheduleId), seq } as const
    if (kind === 'schedule.deleted' || !row) return { ...target, payload: gone, masked: 'same' }
    const told = (masked: boolean): PayloadVariants<'schedule'> => ({
      payload: { action: 'update', schedule: presentSchedule(row, { masked, links }), seq },
      instead: { payload: gone, unless: (actor) => maySeeSchedule(actor, row) },
    })
    return { ...target, ...told(false), masked: told(true) }
  }
}
