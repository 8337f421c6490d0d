import {
  type BinaryNode,
  type WASocket,
  getBinaryNodeChild,
  isLidUser,
  jidNormalizedUser,
} from '@whiskeysockets/baileys'
import { identityOf } from '../inbound/jid.ts'

/**
 * A customer who writes to us sends a token. An answer without it may be refused (463) like a message to a stranger.
 * The library stores tokens from notifications, but not those in messages (WhiskeySockets/Baileys, pull request 2752).
 */
export async function storeToken({ authState, signalRepository }: WASocket, stanza: BinaryNode): Promise<void> {
  const { content: token, attrs } = getBinaryNodeChild(stanza, 'tctoken') ?? {}
  const timestamp = attrs?.['t']
  const { from, sender_lid: lid, recipient, participant } = stanza.attrs
  const isChat = stanza.tag === 'message' && recipient === undefined && participant === undefined
  if (!isChat || !(token instanceof Uint8Array) || token.length === 0 || !(Number(timestamp) > 0)) return
  const jid = jidNormalizedUser(lid ?? from)
  if (!identityOf(jid)) return
  const known = isLidUser(jid) ? jid : await signalRepository.lidMapping.getLIDForPN(jid)
  const name = jidNormalizedUser(known ?? jid)
  const { [name]: before } = await authState.keys.get('tctoken', [name])
  if (before && Number(before.timestamp) >= Number(timestamp)) return
  await authState.keys.set({
    tctoken: { [name]: { ...before, token: Buffer.from(token), ...(timestamp && { timestamp }) } },
  })
}
