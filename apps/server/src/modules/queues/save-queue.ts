import type { AuditFields, QueueBody } from '@guiche/contract'
import type { z } from 'zod'
import { audit, changesOf } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import { type Option, saveMenu } from '#modules/chatbots'
import { assertWithinPlan } from '#modules/companies'
import { assertFileLists } from '#modules/file-lists'
import { assertPrompt } from '#modules/prompts'
import { assertIntegrations } from '#modules/queue-integrations'
import { type QueueRow, type QueueValues, changeQueue, findQueues, insertQueue } from './queues.repository.ts'

type NewQueue = z.output<typeof QueueBody>
type QueueChange = { [K in keyof NewQueue]?: NewQueue[K] | undefined }

/** Returns its id. */
export async function createQueue(ctx: Ctx, body: NewQueue): Promise<number> {
  await assertKnown(ctx, body)
  await assertPrompt(ctx, body.promptId)
  await assertWithinPlan(ctx, 'queues')
  const { name, color } = body
  const queueId = await refusing(insertQueue(ctx, { ...valuesOf(body), name, color }), taken)
  if (body.chatbots) await saveMenu(ctx, queueId, body.chatbots)
  const { name: kept } = await queueOf(ctx, queueId)
  await audit(ctx, { action: 'queue.created', object: 'queue', objectId: queueId, detail: { name: kept } })
  ctx.emit('queue.saved', { queueId })
  return queueId
}

export async function updateQueue(ctx: Ctx, queueId: number, change: QueueChange): Promise<void> {
  const before = await queueOf(ctx, queueId)
  await assertPrompt(ctx, change.promptId, before.prompt_id)
  await assertKnown(ctx, change, before)
  const changed = await refusing(changeQueue(ctx, queueId, valuesOf(change)), taken)
  if (!changed) throw notFound('ERR_NO_QUEUE_FOUND')
  const menus = change.chatbots && (await saveMenu(ctx, queueId, change.chatbots))
  const after = await queueOf(ctx, queueId)
  const changes = changesOf(
    { ...watched(before), menu: menus && tell(menus.before) },
    { ...watched(after), menu: menus && tell(menus.after) },
  )
  const detail = { name: after.name, ...changes }
  await audit(ctx, { action: 'queue.updated', object: 'queue', objectId: queueId, detail })
  ctx.emit('queue.saved', { queueId })
}

const watched = (queue: QueueRow): AuditFields => ({
  name: queue.name,
  color: queue.color,
  orderQueue: queue.position,
  greetingMessage: queue.greeting_message,
  outOfHoursMessage: queue.out_of_hours_message,
  ativarRoteador: queue.rotates,
  tempoRoteador: queue.rotation_minutes,
  closeTicket: queue.closes_ticket,
  fileList: queue.file_list_id,
  promptId: queue.prompt_id,
  integration: queue.integration_id,
  schedules: queue.opening_hours,
})

/** Texts of the options, for comparing menus and for people. */
const tell = (menu: readonly Option[]): string[] =>
  menu
    .toSorted((one, other) => one.id - other.id)
    .map(({ position, name, greeting_message: text }) => [`${position}. ${name}`, ...(text ? [text] : [])].join(': '))

const taken = {
  queues_name: () => badRequest('ERR_QUEUE_NAME_ALREADY_EXISTS'),
  queues_color: () => badRequest('ERR_QUEUE_COLOR_ALREADY_EXISTS'),
}

async function assertKnown(ctx: Ctx, { integrationId, fileListId }: QueueChange, before?: QueueRow): Promise<void> {
  if (integrationId) await assertIntegrations(ctx, [integrationId], before?.integration_id)
  if (fileListId) await assertFileLists(ctx, [fileListId])
}

function valuesOf(body: QueueChange): QueueValues {
  return {
    name: body.name,
    color: body.color,
    position: body.orderQueue ?? undefined,
    greeting_message: body.greetingMessage,
    out_of_hours_message: body.outOfHoursMessage,
    rotation_minutes: body.tempoRoteador,
    rotates: body.ativarRoteador,
    closes_ticket: body.closeTicket,
    file_list_id: body.fileListId,
    prompt_id: body.promptId,
    integration_id: body.integrationId,
    opening_hours: body.schedules && JSON.stringify(body.schedules),
  }
}

async function queueOf(ctx: Ctx, queueId: number): Promise<QueueRow> {
  const [queue] = await findQueues(ctx, [queueId])
  if (!queue) throw notFound('ERR_NO_QUEUE_FOUND')
  return queue
}
