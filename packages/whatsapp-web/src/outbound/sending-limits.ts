import type { LimitNews, SendingLimit } from '@guiche/channel'
import {
  NewChatMessageCappingStatusType,
  type NewChatMessageCapInfo,
  type ReachoutTimelockState,
  type WASocket,
} from '@whiskeysockets/baileys'

/** A number that wrote to too many strangers may not write to others for a time; who wrote to it is answered as before. */
export function timeLockNews({ isActive, timeEnforcementEnds }: ReachoutTimelockState): LimitNews {
  return isActive
    ? { isOn: true, limit: newChatsUntil(timeEnforcementEnds?.getTime()) }
    : { isOn: false, scope: 'new_chats' }
}

/** A number may write to so many strangers in a cycle. Undefined: nothing that matters. */
export function capNews(cap: NewChatMessageCapInfo): LimitNews | undefined {
  return cap.capping_status === NewChatMessageCappingStatusType.CAPPED
    ? { isOn: true, limit: newChatsUntil(endOfCycle(cap)) }
    : undefined
}

/**
 * After a refusal: what of the two it was, and until when; the network says so only to who asks. Undefined: it was neither, as
 * where it has only missed the token of somebody who has written to us.
 */
export async function askNewChatLimit(sock: WASocket): Promise<SendingLimit | undefined> {
  const lock = await sock.fetchAccountReachoutTimelock().catch(() => undefined)
  if (lock?.isActive) return newChatsUntil(lock.timeEnforcementEnds?.getTime())
  const cap: NewChatMessageCapInfo | undefined = await sock.fetchNewChatMessageCap().catch(() => undefined)
  if (cap?.capping_status === NewChatMessageCappingStatusType.CAPPED) return newChatsUntil(endOfCycle(cap))
  return lock && cap ? undefined : newChatsUntil(undefined)
}

const endOfCycle = ({ cycle_end_timestamp: seconds }: NewChatMessageCapInfo) => Number(seconds) * 1000

/** A time that has passed says nothing. */
function newChatsUntil(time: number | undefined): SendingLimit {
  return { scope: 'new_chats', ...(time !== undefined && time > Date.now() && { until: new Date(time).toISOString() }) }
}
