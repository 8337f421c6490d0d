import type { CustomerPresence, Identity } from '@guiche/channel'
import type { BaileysEventMap, WASocket } from '@whiskeysockets/baileys'
import { identityOf } from '../inbound/jid.ts'
import { numberIn } from './addresses.ts'
import { type EndReason, codeOf, endOf } from './disconnects.ts'

interface PeopleListener {
  /** The presence of a customer, such as typing. */
  onPresence(from: Identity, presence: CustomerPresence): void
  /** Somebody changed or removed their picture. */
  onPicture(of: Identity): void
}

export function listenToPeople({ ev }: WASocket, { onPresence, onPicture }: PeopleListener): void {
  ev.on('presence.update', ({ id, presences }) => {
    const from = identityOf(id)
    for (const { lastKnownPresence } of Object.values(presences)) if (from) onPresence(from, lastKnownPresence)
  })
  ev.on('contacts.update', (changes) => {
    for (const { id, imgUrl } of changes) {
      const of = imgUrl === undefined ? undefined : identityOf(id)
      if (of) onPicture(of)
    }
  })
}

export interface ConnectionEnd {
  code: number
  /** Undefined: the session reconnects. */
  reason: EndReason | undefined
}

interface ConnectionListener {
  /** A code to scan, and for how many seconds. */
  onQr(qr: string, seconds: number): void
  /** The phone has confirmed the link; WhatsApp then asks for a new connection. */
  onPaired(own: { number: string }): void
  onOpen(own: { number: string; name: string }): void
  onTimeLock(lock: NonNullable<BaileysEventMap['connection.update']['reachoutTimeLock']>): void
  onClose(end: ConnectionEnd): void
}

/** In seconds, as in the library: the first code is valid longer than the following ones. */
const [firstCode, nextCode] = [60, 20]

/** Reports the library's connection updates. */
export function listenToConnection(
  { ev, authState: { creds } }: WASocket,
  { onQr, onPaired, onOpen, onTimeLock, onClose }: ConnectionListener,
): void {
  let codes = 0
  ev.on('connection.update', ({ qr, isNewLogin, connection, lastDisconnect, reachoutTimeLock }) => {
    if (qr !== undefined) onQr(qr, codes++ === 0 ? firstCode : nextCode)
    if (isNewLogin) onPaired({ number: numberIn(creds.me?.id) })
    if (reachoutTimeLock) onTimeLock(reachoutTimeLock)
    if (connection === 'open') onOpen({ number: numberIn(creds.me?.id), name: creds.me?.name ?? '' })
    if (connection === 'close') {
      const error = lastDisconnect?.error
      onClose({ code: codeOf(error), reason: endOf(error) })
    }
  })
}
