import type { Inbound } from '@guiche/channel'
import { Call, CallsValue, type CloudCall, type People } from './items.ts'
import { senderIn, split, timeOf } from './sender.ts'

/**
 * What a change of the field `calls` means to us. The network takes a call for a word of the customer. Nothing here answers calls,
 * so they are shown, and may be called back about.
 */
export function callsOf(value: unknown, { scope }: { scope: string }): { events: Inbound[]; ignored: number } {
  const { success, data } = CallsValue.safeParse(value)
  if (!success) return { events: [], ignored: 1 }
  const told = data.calls.map((one) => {
    const call = Call.safeParse(one).data
    return call ? ofCall(call, data.contacts, scope) : []
  })
  return { events: told.flat(), ignored: told.filter(({ length }) => length === 0).length }
}

function ofCall(call: CloudCall, people: People, scope: string): Inbound[] {
  const { identities, name } = senderIn(people, call, scope)
  const { from, aliases } = split(identities)
  const isEnd = call.event === 'terminate'
  if (!from || call.direction === 'BUSINESS_INITIATED' || !(isEnd || call.event === 'connect')) return []
  const chat = { externalId: call.id, from, ...aliases }
  const began = { timestamp: call.start_time ?? call.timestamp }
  const call_log = { body: '', mediaType: 'call_log', call: { isVideo: false } }
  // It may be all that is told of the call. What is known already changes nothing.
  const rings = { kind: 'message', ...chat, name, ...timeOf('sentAt', began), ...call_log } as const
  if (!isEnd) return [rings]
  const outcome = (call.duration ?? 0) > 0 ? 'answered' : 'missed'
  return [rings, { kind: 'call', ...chat, outcome, ...timeOf('doneAt', call) }]
}
