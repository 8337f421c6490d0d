import type { QueueBody } from '@guiche/contract'
import type { z } from 'zod'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import { saveMenu } from '#modules/chatbots'
import { assertWithinPlan } from '#modules/companies'
import { assertFileLists } from '#modules/file-lists'
import { type QueueValues, changeQueue, findQueues, insertQueue } from './queues.repository.ts'

type NewQueue = z.output<typeof QueueBody>
type QueueChange = { [K in keyof NewQueue]?: NewQueue[K] | undefined }

/** Returns its id. */
export async function createQueue(ctx: Ctx, body: NewQueue): Promise<number> {
  await assertKnown(ctx, body)
  await assertWithinPlan(ctx, 'queues')
  const { name, color } = body
  const queueId = await refusing(insertQueue(ctx, { ...valuesOf(body), name, color }), taken)
  await saved(ctx, queueId, { chatbots: body.chatbots, action: 'queue.created' })
  return queueId
}

export async function updateQueue(ctx: Ctx, queueId: number, change: QueueChange): Promise<void> {
  await assertKnown(ctx, change)
  const changed = await refusing(changeQueue(ctx, queueId, valuesOf(change)), taken)
  if (!changed) throw notFound('ERR_NO_QUEUE_FOUND')
  await saved(ctx, queueId, { chatbots: change.chatbots, action: 'queue.updated' })
}

const taken = {
  queues_name: () => badRequest('ERR_QUEUE_NAME_ALREADY_EXISTS'),
  queues_color: () => badRequest('ERR_QUEUE_COLOR_ALREADY_EXISTS'),
}

/** This installation has no integrations or prompts, so no id of one can be valid. */
async function assertKnown(ctx: Ctx, { integrationId, promptId, fileListId }: QueueChange): Promise<void> {
  if (integrationId) throw notFound('ERR_NO_INTEGRATION_FOUND')
  if (promptId) throw notFound('ERR_NOT_FOUND')
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
    opening_hours: body.schedules && JSON.stringify(body.schedules),
  }
}

interface Saved {
  chatbots: NewQueue['chatbots']
  action: 'queue.created' | 'queue.updated'
}

async function saved(ctx: Ctx, queueId: number, { chatbots, action }: Saved): Promise<void> {
  if (chatbots) await saveMenu(ctx, queueId, chatbots)
  const [queue] = await findQueues(ctx, [queueId])
  if (!queue) throw notFound('ERR_NO_QUEUE_FOUND')
  await audit(ctx, { action, object: 'queue', objectId: queueId, detail: { name: queue.name } })
  ctx.emit('queue.saved', { queueId })
}
