import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import type { Log } from '../library/log.ts'
import { handleInTurn } from '../library/one-by-one.ts'
import { storeToken } from '../library/trusted-tokens.ts'
import type { SentMessages } from '../outbound/sent-messages.ts'
import type { AbsenceRule } from './absence.ts'
import type { Decryption } from './decryption.ts'
import type { Incoming } from './incoming.ts'

/** The stanzas with which WhatsApp asks for a passkey. The library acknowledges them without an event. */
const passkeyDemands = ['passkey_prologue_request', 'crsc_continuation']

interface Listeners {
  absence: AbsenceRule
  decryption: Decryption
  incoming: Incoming
  sent: SentMessages
  log: Log
  onPasskey(): void
}

/** Routes each incoming stanza to its handlers. */
export function routeStanzas(sock: WASocket, listeners: Listeners): void {
  const { absence, decryption, incoming, sent, log, onPasskey } = listeners
  const { ws } = sock
  // One after another; otherwise the older of two tokens could overwrite the newer one.
  let tokens = Promise.resolve()
  ws.on('frame', (stanza: BinaryNode | Uint8Array) => {
    sent.hear()
    if (stanza instanceof Uint8Array) return
    absence.notice(stanza)
    decryption.remember(stanza)
    incoming.notice(stanza)
    tokens = tokens
      .then(() => storeToken(sock, stanza))
      .catch((err: unknown) => log.warn({ err, event: 'whatsapp.token-not-kept' }, 'could not store a privacy token'))
    handleInTurn(stanza)
  })
  ws.on('CB:success', (stanza: BinaryNode) => absence.end(stanza))
  for (const type of passkeyDemands) ws.on(`CB:notification,type:${type}`, onPasskey)
  ws.on('CB:receipt', (stanza: BinaryNode) => incoming.receipt(stanza))
  ws.on('CB:call', (stanza: BinaryNode) => incoming.call(stanza))
  ws.on('CB:ack,class:message', (stanza: BinaryNode) => sent.settle(stanza))
  ws.on('CB:ack,class:receipt', (stanza: BinaryNode) => sent.note(stanza))
}
