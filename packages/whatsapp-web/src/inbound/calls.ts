import type { CallOutcome, Identity, Inbound } from '@guiche/channel'
import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  jidNormalizedUser,
  type WASocket,
} from '@whiskeysockets/baileys'
import { identityOf, namesOf } from './jid.ts'
import { plainId } from './message-id.ts'
import { type Own, isSelf } from './to-inbound.ts'

/** A call event, such as ringing or ended. WhatsApp repeats them, so the id of the call identifies it. */
interface Signal {
  kind: string
  callId: string
  /** The address to refuse the call at. */
  caller: string
  chat: [Identity, ...Identity[]]
  author: Identity | undefined
  attrs: BinaryNode['attrs']
  isVideo: boolean
  /** It rang while the session was offline. */
  isOver: boolean
}

/** The inbound events of a call stanza. Empty if it concerns devices only. */
export function callToInbound(stanza: BinaryNode, own: Own): Inbound[] {
  const signal = signalIn(stanza)
  if (!signal || isSelf(signal.chat, own)) return []
  const { callId: externalId, chat } = signal
  const [from, ...aliases] = chat
  const outcome = outcomeOf(signal)
  const end: Inbound[] = outcome ? [{ kind: 'call', externalId, outcome, from }] : []
  if (signal.kind !== 'offer') return end
  const { t, notify = '' } = stanza.attrs
  const name = signal.author ? '' : notify
  const rings: Inbound = {
    kind: 'message',
    externalId,
    from,
    ...(aliases.length > 0 && { aliases }),
    name,
    ...(Number(t) > 0 && { sentAt: new Date(Number(t) * 1000).toISOString() }),
    body: '',
    mediaType: 'call_log',
    call: { isVideo: signal.isVideo },
    ...(signal.author && {
      isGroup: true,
      author: { identity: signal.author, name: notify, address: jidNormalizedUser(signal.caller) },
    }),
  }
  return [rings, ...end]
}

/** Refuses a ringing call unless calls are taken. Returns the inbound events of the refusal. */
export async function refuseCall(
  sock: WASocket,
  stanza: BinaryNode,
  takesCalls: () => Promise<boolean>,
): Promise<Inbound[]> {
  const signal = signalIn(stanza)
  if (!signal || signal.kind !== 'offer' || signal.isOver || (await takesCalls())) return []
  await sock.rejectCall(signal.callId, signal.caller)
  return [{ kind: 'call', externalId: signal.callId, outcome: 'refused', byItself: true, from: signal.chat[0] }]
}

function signalIn(stanza: BinaryNode): Signal | undefined {
  const [inner] = getAllBinaryNodeChildren(stanza)
  const callId = plainId(inner?.attrs['call-id'])
  const caller = inner?.attrs['from'] ?? inner?.attrs['call-creator'] ?? stanza.attrs['from']
  if (!inner || !callId || !caller) return undefined
  const author = namesOf(caller, inner.attrs['caller_pn'])
  const group = identityOf(inner.attrs['group-jid'])
  if (!author || (inner.attrs['type'] === 'group' && !group)) return undefined
  return {
    kind: inner.tag === 'offer_notice' ? 'offer' : inner.tag,
    callId,
    caller,
    chat: group ? [group] : author,
    author: group && author[0],
    attrs: inner.attrs,
    isVideo: getBinaryNodeChild(inner, 'video') !== undefined || inner.attrs['media'] === 'video',
    isOver: stanza.attrs['offline'] !== undefined,
  }
}

/** Undefined: it still rings. */
function outcomeOf({ kind, attrs, isOver }: Signal): CallOutcome | undefined {
  if (kind === 'offer') return isOver ? 'missed' : undefined
  if (kind === 'accept') return 'answered'
  if (kind === 'reject') return 'refused'
  if (kind !== 'terminate') return undefined
  const reason = attrs['reason'] ?? ''
  if (reason.startsWith('accepted')) return 'answered'
  return reason.startsWith('rejected') ? 'refused' : 'missed'
}
