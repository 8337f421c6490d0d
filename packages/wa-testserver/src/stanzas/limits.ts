import { QueryIds } from '@whiskeysockets/baileys'
import type { Phone } from '../accounts/phone.ts'
import { toSeconds } from '../ids.ts'
import { el, type Stanza } from '../wire/nodes.ts'
import { notFound, type QueryHandlers } from './query.ts'

/** Queries in GraphQL. Only the limits of a number so far. */
export const limitHandlers: QueryHandlers = {
  'w:mex get query': ({ device, request }) => [
    el('result', {}, json(answerTo(request.attrs['query_id'], device.account))),
  ],
}

/** Notifies a client that its number may no longer start chats, or may again. */
export function timeLockUpdate(phone: Phone): Stanza {
  return update('NotificationUserReachoutTimelockUpdate', { xwa2_notify_account_reachout_timelock: timeLockOf(phone) })
}

/** Notifies a client how many chats its number may start. */
export function newChatCapUpdate(phone: Phone): Stanza {
  return update('MessageCappingInfoNotification', { xwa2_notify_new_chat_messages_capping_info_update: capOf(phone) })
}

function answerTo(queryId: string | undefined, phone: Phone): object {
  if (queryId === QueryIds.REACHOUT_TIMELOCK) return { xwa2_fetch_account_reachout_timelock: timeLockOf(phone) }
  if (queryId === QueryIds.MESSAGE_CAPPING_INFO) return { xwa2_message_capping_info: capOf(phone) }
  throw notFound()
}

function timeLockOf({ timeLock }: Phone): object {
  return {
    is_active: timeLock !== undefined,
    time_enforcement_ends: timeLock ? String(toSeconds(timeLock)) : undefined,
    enforcement_type: timeLock ? 'BIZ_QUALITY' : 'DEFAULT',
  }
}

function capOf({ newChatCap }: Phone): object {
  if (!newChatCap) return { capping_status: 'NONE' }
  const { total, used, endsAt } = newChatCap
  return {
    total_quota: total,
    used_quota: used,
    cycle_end_timestamp: endsAt && String(toSeconds(endsAt)),
    capping_status: used < total ? 'FIRST_WARNING' : 'CAPPED',
  }
}

function update(operation: string, data: object): Stanza {
  return el('update', { op_name: operation }, json(data))
}

function json(data: object): Buffer {
  return Buffer.from(JSON.stringify({ data }))
}
