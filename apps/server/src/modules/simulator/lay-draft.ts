import type { QueueDraft } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type BotConfiguration, type BotOption, type BotQueue, optionTree } from '#modules/bot'
import { type Option, draftMenu } from '#modules/chatbots'
import { assertFileListsExist } from '#modules/file-lists'
import { assertIntegrationsExist } from '#modules/queue-integrations'

/** Stands for a queue that is not stored yet. */
const newQueueId = 0

interface Drafted {
  configuration: BotConfiguration
  queue: BotQueue
  /** Whether the connection offers the queue to its customers. */
  isOffered: boolean
}

/** The stored configuration with a queue as it would be saved, with the checks of a save. The connection offers the queue. */
export async function layDraft(
  ctx: Ctx,
  stored: BotConfiguration,
  queueId: number | null,
  draft: QueueDraft,
): Promise<Drafted> {
  const before = queueId === null ? emptyQueue : stored.queues.find(({ id }) => id === queueId)
  if (!before) throw notFound('ERR_NO_QUEUE_FOUND')
  if (draft.fileListId) await assertFileListsExist(ctx, [draft.fileListId])
  if (draft.integrationId && draft.integrationId !== before.integrationId)
    await assertIntegrationsExist(ctx, [draft.integrationId])
  const menu = draft.chatbots && (await draftMenu(ctx, queueId, draft.chatbots))
  const queue = { ...withDraft(before, draft), ...(menu && { options: treeOf(menu) }) }
  // A new queue is the last one; of the others the order is that of their list.
  const queues =
    queueId === null ? [...stored.queues, queue] : stored.queues.map((other) => (other.id === queueId ? queue : other))
  const offered = new Set(stored.connection.queueIds)
  return {
    queue,
    isOffered: offered.has(queue.id),
    configuration: {
      ...stored,
      queues,
      connection: {
        ...stored.connection,
        queueIds: queues.map(({ id }) => id).filter((id) => id === queue.id || offered.has(id)),
      },
    },
  }
}

const emptyQueue: BotQueue = {
  id: newQueueId,
  name: '',
  greeting: '',
  outOfHoursMessage: '',
  hours: [],
  closesTicket: false,
  rotates: false,
  fileListId: null,
  integrationId: null,
  promptId: null,
  options: [],
  memberIds: [],
}

const withDraft = (queue: BotQueue, draft: QueueDraft): BotQueue => ({
  ...queue,
  name: draft.name ?? queue.name,
  greeting: draft.greetingMessage ?? queue.greeting,
  outOfHoursMessage: draft.outOfHoursMessage ?? queue.outOfHoursMessage,
  hours: draft.schedules ?? queue.hours,
  closesTicket: draft.closeTicket ?? queue.closesTicket,
  rotates: draft.ativarRoteador ?? queue.rotates,
  fileListId: draft.fileListId === undefined ? queue.fileListId : draft.fileListId,
  integrationId: draft.integrationId === undefined ? queue.integrationId : draft.integrationId,
})

const treeOf = (menu: readonly Option[]): BotOption[] =>
  optionTree(
    menu.map((option) => ({
      id: option.id,
      parentId: option.parent_id,
      name: option.name,
      message: option.greeting_message,
      kind: option.kind,
      queueId: option.target_queue_id,
      userId: option.target_user_id,
      fileListId: option.target_file_list_id,
      integrationId: option.target_integration_id,
      closesTicket: option.closes_ticket,
    })),
  )
