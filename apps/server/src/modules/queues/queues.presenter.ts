import type { QueueView } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { isoTime } from '#platform/iso-time'
import { type OptionRow, firstLevelsOf, presentOption } from '#modules/chatbots'
import type { QueueRow } from './queues.repository.ts'

/** With the first level of their menus. */
export async function presentQueues(ctx: Ctx, rows: readonly QueueRow[]): Promise<QueueView[]> {
  const options = await firstLevelsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const ofQueues = Map.groupBy(options, ({ queue_id }) => queue_id)
  return rows.map((row) => presentQueue(row, ofQueues.get(row.id) ?? []))
}

function presentQueue(row: QueueRow, options: readonly OptionRow[]): QueueView {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    color: row.color,
    greetingMessage: row.greeting_message,
    outOfHoursMessage: row.out_of_hours_message,
    orderQueue: row.position,
    ativarRoteador: row.rotates,
    tempoRoteador: row.rotation_minutes,
    schedules: row.opening_hours,
    integrationId: row.integration_id,
    fileListId: row.file_list_id,
    promptId: row.prompt_id,
    closeTicket: row.closes_ticket,
    chatbots: options.map(presentOption),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}
