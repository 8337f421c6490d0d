import { type AuditFields, type ConnectionBody, channelFeatures } from '@guiche/contract'
import type { z } from 'zod'
import type { StoredChannel } from '@guiche/channel'
import { factsOf } from '#channels/facts'
import { audit, changesOf } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, noPermission } from '#platform/errors'
import { maskedEnding } from '#platform/security/masked'
import { assertFeature, assertWithinPlan, lockCompany } from '#modules/companies'
import { assertPrompt } from '#modules/prompts'
import { assertIntegrations } from '#modules/queue-integrations'
import { assertQueues } from '#modules/queues'
import { changeSettings } from './connection-settings.ts'
import type { ImportSettings } from './connections.facts.ts'
import {
  type ConnectionRow,
  type ConnectionValues,
  changeConnection,
  insertConnection,
  listConnections,
  replaceQueues,
  unsetDefault,
} from './connections.repository.ts'
import { getConnection } from './get-connection.ts'
import { keepCallToken } from './tokens/call-token.ts'
import { changeToken, setToken } from './change-token.ts'
import { isToken, newToken } from './tokens/connection-token.ts'
import type { TokenKeys } from './tokens/stored-token.ts'

type NewConnection = z.output<typeof ConnectionBody>
type ConnectionChange = { [K in keyof NewConnection]?: NewConnection[K] | undefined }

interface Installation {
  /** Seals the secrets of connections, and hashes tokens. */
  keys: TokenKeys
}

/**
 * The first connection of a company becomes its default. `stored`: the way to the channel, if there are several. Whether this
 * installation runs it is for the caller to know.
 */
export async function createConnection(
  ctx: Ctx,
  { keys }: Installation,
  body: NewConnection,
  stored: StoredChannel = body.channel,
): Promise<number> {
  await assertWithinPlan(ctx, 'connections')
  await assertFeature(ctx, channelFeatures[body.channel])
  await assertPrompt(ctx, body.promptId)
  await assertIntegrations(ctx, body.integrationId ? [body.integrationId] : [])
  await assertQueues(ctx, queuesNamedIn(body))
  assertGreeting(body.queueIds.length, body.greetingMessage)

  const isDefault = body.isDefault || (await listConnections(ctx)).length === 0
  if (isDefault) await replaceDefault(ctx)
  const values = { ...valuesOf(body), name: body.name, channel: stored, is_default: isDefault }
  const settings = changeSettings(stored, {}, body)
  const connectionId = await refusing(
    insertConnection(ctx, { ...values, settings: JSON.stringify(settings), status: statusOfNew(stored) }),
    taken,
  )
  const chosen = mayChooseToken(ctx, stored) ? tokenIn(body) : undefined
  await setToken(ctx, keys, { id: connectionId, channel: stored }, chosen ?? newToken())
  await replaceQueues(ctx, connectionId, body.queueIds)
  if (hasCalls(stored)) await keepCallToken(ctx, keys.secretsAtRest, connectionId, body.wavoip)
  const { name, channel } = await getConnection(ctx, connectionId)
  const detail = { name, channel }
  await audit(ctx, { action: 'connection.created', object: 'connection', objectId: connectionId, detail })
  ctx.emit('connection.saved', { connectionId })
  ctx.emit('connection.created', { connectionId })
  setImport(ctx, connectionId, body)
  return connectionId
}

/** Absent fields are left as they are. The channel of a connection never changes. */
export async function updateConnection(
  ctx: Ctx,
  { keys }: Pick<Installation, 'keys'>,
  connectionId: number,
  change: ConnectionChange,
): Promise<void> {
  await lockCompany(ctx)
  const before = await getConnection(ctx, connectionId)
  await assertPrompt(ctx, change.promptId, before.prompt_id)
  await assertIntegrations(ctx, change.integrationId ? [change.integrationId] : [], before.integration_id)
  await assertQueues(ctx, queuesNamedIn(change))
  const settings = changeSettings(before.channel, before.settings, change)
  const queueIds = change.queueIds ?? before.queues.map((queue) => queue.id)
  assertGreeting(queueIds.length, settings.greetingMessage)
  if (change.isDefault === false && before.is_default) throw badRequest('ERR_NO_OTHER_WHATSAPP')

  if (change.isDefault && !before.is_default) await replaceDefault(ctx)
  const values = { ...valuesOf(change), settings: JSON.stringify(settings), is_default: change.isDefault }
  await refusing(changeConnection(ctx, connectionId, values), taken)
  const token = tokenIn(change)
  if (token && !mayChooseToken(ctx, before.channel)) throw noPermission()
  if (token) await changeToken(ctx, keys, before, token)
  if (change.queueIds) await replaceQueues(ctx, connectionId, change.queueIds)
  if (hasCalls(before.channel)) await keepCallToken(ctx, keys.secretsAtRest, connectionId, change.wavoip)
  const after = await getConnection(ctx, connectionId)
  await auditChange(ctx, before, after)
  ctx.emit('connection.saved', { connectionId })
  if (timesIn(before) !== timesIn(after)) ctx.emit('connection.timesChanged', { connectionId })
  setImport(ctx, connectionId, change)
}

const taken = {
  connections_name: () => badRequest('ERR_NAME_ALREADY_EXISTS'),
}

const queuesNamedIn = ({ queueIds = [], sendIdQueue }: ConnectionChange) => [
  ...queueIds,
  ...(sendIdQueue ? [sendIdQueue] : []),
]

/** With several queues the greeting has to ask customers to choose one. */
function assertGreeting(queues: number, greeting: string): void {
  if (queues > 1 && greeting.trim() === '') throw badRequest('ERR_WAPP_GREETING_REQUIRED')
}

/** Channels that need no link are connected at once. */
const statusOfNew = (channel: StoredChannel) => (factsOf(channel).linkedBy === 'nothing' ? 'connected' : 'disconnected')

/** The voice call service calls from the WhatsApp account of a phone. */
const hasCalls = (channel: StoredChannel) => factsOf(channel).linkedBy === 'phone'

const tokenIn = ({ token }: ConnectionChange) => (token && isToken(token) ? token : undefined)

/** Whoever chooses a secret token knows it, so only admins do. */
const mayChooseToken = ({ actor }: Ctx, channel: StoredChannel) =>
  factsOf(channel).hasVisitors || (actor.kind === 'user' && actor.profile === 'admin')

async function replaceDefault(ctx: Ctx): Promise<void> {
  for (const connectionId of await unsetDefault(ctx)) ctx.emit('connection.saved', { connectionId })
}

function valuesOf(body: ConnectionChange): ConnectionValues {
  return {
    name: body.name,
    allows_groups: body.allowGroup,
    group_as_ticket: body.groupAsTicket && body.groupAsTicket === 'enabled',
    idle_close_minutes: body.expiresTicket,
    rating_close_minutes: body.expiresTicketNPS,
    idle_warning_minutes: body.timeInactiveMessage,
    reopen_minutes: body.timeCreateNewTicket,
    redirect_queue_id: body.sendIdQueue,
    redirect_minutes: body.timeSendQueue,
    prompt_id: body.promptId,
    integration_id: body.integrationId,
    opening_hours: body.schedules && JSON.stringify(body.schedules),
  }
}

/** What is done with tickets of the connection at a time, and when. */
const timesIn = (connection: ConnectionRow): string =>
  JSON.stringify([
    connection.idle_warning_minutes,
    connection.idle_close_minutes,
    connection.rating_close_minutes,
    connection.redirect_queue_id,
    connection.redirect_minutes,
    connection.settings.inactiveMessage.trim() === '',
  ])

/** Records what differs between two states of a connection. Tokens appear masked, as everywhere. */
export async function auditChange(ctx: Ctx, before: ConnectionRow, after: ConnectionRow): Promise<void> {
  const { id, name, channel } = after
  const changes = changesOf(watched(before), watched(after))
  const detail = { name, channel, ...changes }
  await audit(ctx, { action: 'connection.updated', object: 'connection', objectId: id, detail })
}

const watched = ({ settings: { webChat, ...settings }, ...connection }: ConnectionRow): AuditFields => ({
  ...settings,
  ...webChat,
  name: connection.name,
  isDefault: connection.is_default,
  queues: connection.queues.map(({ name }) => name),
  allowGroup: connection.allows_groups,
  groupAsTicket: connection.group_as_ticket,
  expiresTicket: connection.idle_close_minutes,
  expiresTicketNPS: connection.rating_close_minutes,
  timeInactiveMessage: connection.idle_warning_minutes,
  timeCreateNewTicket: connection.reopen_minutes,
  redirectQueue: connection.redirect_queue_id,
  timeSendQueue: connection.redirect_minutes,
  promptId: connection.prompt_id,
  integration: connection.integration_id,
  schedules: connection.opening_hours,
  greetingFile: connection.greeting_file?.name ?? null,
  callToken: connection.call_token_ending === null ? null : maskedEnding(connection.call_token_ending),
})

function setImport(ctx: Ctx, connectionId: number, change: ConnectionChange): void {
  const { importOldMessages, importRecentMessages, importOldMessagesGroups, closedTicketsPostImported } = change
  const set: ImportSettings = {
    importOldMessages,
    importRecentMessages,
    importOldMessagesGroups,
    closedTicketsPostImported,
  }
  if (Object.values(set).some((value) => value !== undefined)) ctx.emit('connection.importSet', { connectionId, set })
}
