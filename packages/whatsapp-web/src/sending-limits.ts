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

/** After a refusal: what of the two it was, and until when. The network says so only to who asks. */
export async function askNewChatLimit(sock: WASocket): Promise<SendingLimit> {
  const lock = await sock.fetchAccountReachoutTimelock().catch(() => undefined)
  if (lock?.isActive) return newChatsUntil(lock.timeEnforcementEnds?.getTime())
  const cap: NewChatMessageCapInfo | undefined = await sock.fetchNewChatMessageCap().catch(() => undefined)
  return newChatsUntil(cap?.capping_status === NewChatMessageCappingStatusType.CAPPED ? endOfCycle(cap) : undefined)
}

const endOfCycle = ({ cycle_end_timestamp: seconds }: NewChatMessageCapInfo) => Number(seconds) * 1000

/** A time that has passed says nothing. */
function newChatsUntil(time: number | undefined): SendingLimit {
  return { scope: 'new_chats', ...(time !== undefined && time > Date.now() && { until: new Date(time).toISOString() }) }
}
