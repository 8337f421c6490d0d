import { QueryIds } from '@whiskeysockets/baileys'
import type { Phone } from '../accounts/phone.ts'
import { toSeconds } from '../ids.ts'
import { el, type Stanza } from '../wire/nodes.ts'
import { notFound, type QueryHandlers } from './query.ts'

/** Questions in GraphQL: so far, whether the number may start chats. */
export const limitHandlers: QueryHandlers = {
  'w:mex get query': ({ device, request }) => {
    if (request.attrs['query_id'] !== QueryIds.REACHOUT_TIMELOCK) throw notFound()
    return [el('result', {}, json({ xwa2_fetch_account_reachout_timelock: timeLockOf(device.account) }))]
  },
}

/** What a client hears when its number may no longer start chats, or may again. */
export function timeLockUpdate(phone: Phone): Stanza {
  return el(
    'update',
    { op_name: 'NotificationUserReachoutTimelockUpdate' },
    json({ xwa2_notify_account_reachout_timelock: timeLockOf(phone) }),
  )
}

function timeLockOf({ timeLock }: Phone) {
  return {
    is_active: timeLock !== undefined,
    time_enforcement_ends: timeLock ? String(toSeconds(timeLock)) : undefined,
    enforcement_type: timeLock ? 'BIZ_QUALITY' : 'DEFAULT',
  }
}

function json(data: object): Buffer {
  return Buffer.from(JSON.stringify({ data }))
}
