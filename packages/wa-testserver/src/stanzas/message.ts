import type { Account, Addressing } from '../accounts/account.ts'
import type { Envelope } from '../envelope.ts'
import { el, type Stanza } from '../wire/nodes.ts'

/** A message as a linked device of the viewer gets it. */
export function messageStanza(envelope: Envelope, viewer: Account): Stanza {
  const { sender } = envelope
  return el(
    'message',
    {
      ...route(envelope, viewer),
      id: envelope.id,
      type: envelope.type,
      t: envelope.sentAt,
      notify: sender.account.name,
      edit: envelope.edit,
    },
    [...parts(envelope), ...(envelope.token ? [el('tctoken', { t: envelope.token.t }, envelope.token.value)] : [])],
  )
}

/** A message from an advertisement has no element at all, not even for missing content. */
function parts({ body, mediaType, attempt }: Envelope): Stanza[] {
  if (body.kind === 'withheld') return body.type === undefined ? [] : [el('unavailable', { type: body.type })]
  if (body.kind === 'clear') throw new Error('a linked device takes encrypted messages only')
  return body.ciphertexts.map(({ type, data }) => el('enc', { v: 2, type, mediatype: mediaType, count: attempt }, data))
}

/** Sender and chat of a message: one form of address is primary, the other an alternative. */
function route({ sender, to, addressing, isPeer, list }: Envelope, viewer: Account): Record<string, string> {
  const other: Addressing = addressing === 'lid' ? 'pn' : 'lid'
  const from = sender.account.jid(addressing, sender.deviceId)
  const alternative = sender.account.jid(other)
  if (to.kind !== 'account') {
    return { from: to.jid, participant: from, addressing_mode: addressing, [`participant_${other}`]: alternative }
  }
  if (isPeer) return { from, category: 'peer', push_priority: 'high_force' }
  if (list) return { from: `${list}@broadcast`, participant: from, [`participant_${other}`]: alternative }
  if (sender.account !== viewer) return { from, [`sender_${other}`]: alternative }
  // With `sender_…` a client would use its own number for the chat.
  return { from, recipient: to.jid(addressing), [`peer_recipient_${other}`]: to.jid(other) }
}
