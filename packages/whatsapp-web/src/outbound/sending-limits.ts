import type { LimitNews, SendingLimit } from '@guiche/channel'
import {
  NewChatMessageCappingStatusType,
  type NewChatMessageCapInfo,
  type ReachoutTimelockState,
  type WASocket,
} from '@whiskeysockets/baileys'

/** A number that wrote to too many strangers cannot start new chats for a time. Existing chats are not affected. */
export function timeLockNews({ isActive, timeEnforcementEnds }: ReachoutTimelockState): LimitNews {
  return isActive
    ? { isOn: true, limit: newChatsUntil(timeEnforcementEnds?.getTime()) }
    : { isOn: false, scope: 'new_chats' }
}

/** The number of new chats per cycle is limited. Undefined: the limit is not reached. */
export function capNews(cap: NewChatMessageCapInfo): LimitNews | undefined {
  return cap.capping_status === NewChatMessageCappingStatusType.CAPPED
    ? { isOn: true, limit: newChatsUntil(endOfCycle(cap)) }
    : undefined
}

/** Queries both limits before anything is sent. Throws if WhatsApp does not answer. */
export async function readNewChatLimit(sock: WASocket): Promise<LimitNews> {
  const lock = timeLockNews(await sock.fetchAccountReachoutTimelock())
  return lock.isOn ? lock : (capNews(await sock.fetchNewChatMessageCap()) ?? lock)
}

/**
 * Queries after a refusal which of the two limits applies and until when. Undefined: neither, as when only the
 * customer's token was missing.
 */
export async function askNewChatLimit(sock: WASocket): Promise<SendingLimit | undefined> {
  const lock = await sock.fetchAccountReachoutTimelock().catch(() => undefined)
  if (lock?.isActive) return newChatsUntil(lock.timeEnforcementEnds?.getTime())
  const cap: NewChatMessageCapInfo | undefined = await sock.fetchNewChatMessageCap().catch(() => undefined)
  if (cap?.capping_status === NewChatMessageCappingStatusType.CAPPED) return newChatsUntil(endOfCycle(cap))
  return lock && cap ? undefined : newChatsUntil(undefined)
}

const endOfCycle = ({ cycle_end_timestamp: seconds }: NewChatMessageCapInfo) => Number(seconds) * 1000

/** A time in the past is ignored. */
function newChatsUntil(time: number | undefined): SendingLimit {
  return { scope: 'new_chats', ...(time !== undefined && time > Date.now() && { until: new Date(time).toISOString() }) }
}
