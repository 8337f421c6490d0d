import { EventEmitter } from 'node:events'
import { S_WHATSAPP_NET } from '@whiskeysockets/baileys'
import type { Phone } from '../accounts/phone.ts'
import type { Envelope, ReceiptNotice } from '../envelope.ts'
import { newStanzaId, nowSeconds } from '../ids.ts'
import { messageStanza } from '../stanzas/message.ts'
import { receiptStanza } from '../stanzas/receipt.ts'
import type { ClientConnection } from '../wire/connection.ts'
import { el, type Stanza } from '../wire/nodes.ts'
import type { KeyDirectory } from './key-directory.ts'
import { Mailbox } from './mailbox.ts'
import type { KeyBundle } from './signal-device.ts'

const FEW_KEYS = 5

interface LinkedDeviceEvents {
  /** The client logged in and asked for its messages. */
  online: []
  /** The socket of this device was closed. */
  offline: []
  /** The client logged itself out. */
  loggedOut: []
  /** The client changed its presence. */
  presence: ['available' | 'unavailable']
  /** The client confirmed a stanza. */
  confirmed: []
}

interface LinkedDeviceIdentity {
  account: Phone
  deviceId: number
  noiseKey: Buffer
  keys: KeyDirectory
}

/** A device linked to a phone: the client under test. */
export class LinkedDevice {
  readonly kind = 'linked'
  readonly events = new EventEmitter<LinkedDeviceEvents>()
  readonly account: Phone
  readonly deviceId: number
  readonly noiseKey: Buffer
  readonly keys: KeyDirectory
  /** Whether the phone has sent the initial data of a new device. */
  isBootstrapped = false
  /** The presence that the client has sent. */
  presence: 'available' | 'unavailable' = 'unavailable'
  /** Numbers whose presence it has subscribed to on its current connection. */
  readonly watched = new Set<string>()
  readonly #mailbox = new Mailbox()
  /** By message id: how many retried copies the client requested and has not rejected yet. */
  readonly #askedFor = new Map<string, number>()
  #connection: ClientConnection | undefined
  #takesMessages = false
  #wasToldToRefill = false

  constructor({ account, deviceId, noiseKey, keys }: LinkedDeviceIdentity) {
    this.account = account
    this.deviceId = deviceId
    this.noiseKey = noiseKey
    this.keys = keys
  }

  get isOnline(): boolean {
    return this.#connection?.isOpen === true && this.#takesMessages
  }

  /** Stanzas that were sent and not confirmed yet. */
  get pending(): readonly Stanza[] {
    return this.#mailbox.stanzas
  }

  /** The address that other devices use for their session with this one. */
  get jid(): string {
    return this.account.lidJid(this.deviceId)
  }

  get keyIndex(): number {
    return this.deviceId
  }

  /** Cuts the socket without a close frame, like a lost network. */
  cut(): void {
    this.#connection?.cut()
  }

  /** Closes the socket with a close frame, like a server that stops. */
  close(): void {
    this.#connection?.close()
  }

  /** Ends the stream with an error, such as 503 (overloaded) or 500. */
  async failStream(code: number, reason?: Stanza): Promise<void> {
    await this.#connection?.endWith(el('stream:error', { code }, reason && [reason]))
  }

  /** Asks the client to reconnect (515). */
  restart(): Promise<void> {
    return this.failStream(515)
  }

  /** Ends the connection because another session has replaced it (440). */
  async replace(): Promise<void> {
    await this.#connection?.endWith(el('stream:error', {}, [el('conflict', { type: 'replaced' })]))
  }

  /** The phone unlinks this device (401); its credentials are invalid from then on. */
  async unlink(): Promise<void> {
    this.account.forgetDevice(this)
    await this.failStream(401, el('conflict', { type: 'device_removed' }))
  }

  /** Sends all unconfirmed stanzas again, as the server does after a lost confirmation. */
  async redeliver(): Promise<void> {
    for (const stanza of this.#mailbox.stanzas) await this.push(stanza)
  }

  /** Sends any stanza to the client, if it is connected. */
  async push(stanza: Stanza): Promise<void> {
    await this.#connection?.send(stanza)
  }

  /** Sends a stanza, and keeps it until the client has confirmed it, also while the client is offline. */
  async post(stanza: Stanza): Promise<void> {
    this.#mailbox.put(stanza)
    if (this.isOnline) await this.push(stanza)
  }

  async deliver(envelope: Envelope): Promise<void> {
    await this.post(messageStanza(envelope, this.account))
    await this.#askForKeysWhenFew()
  }

  async notify(receipt: ReceiptNotice): Promise<void> {
    this.account.past.hear(receipt)
    await this.post(receiptStanza(receipt, this.account))
  }

  /** Keys for a new session with this device. */
  takeBundle(): KeyBundle | undefined {
    return this.keys.take()
  }

  /** For the server: the client connected and is logging in. */
  attach(connection: ClientConnection): void {
    // A second login with the same credentials replaces the first one.
    void this.replace()
    this.#connection = connection
    connection.device = this
    this.#takesMessages = false
    connection.once('closed', () => {
      if (this.#connection === connection) this.#detach()
    })
  }

  /** For the server: the client is ready for messages. Sends the waiting stanzas, then reports that they were sent. */
  async open(): Promise<void> {
    const waiting = this.#mailbox.stanzas
    const count = waiting.length
    await this.push(fromServer('ib', [el('offline_preview', { count, message: count, t: nowSeconds() })]))
    for (const stanza of waiting) await this.push({ ...stanza, attrs: { ...stanza.attrs, offline: '0' } })
    this.#takesMessages = true
    await this.push(fromServer('ib', [el('offline', { count })]))
    this.events.emit('online')
  }

  /**
   * For the server: the client could not decrypt a message and requests it from its author. A moment later it also
   * rejects this copy, which does not concern the requested one.
   */
  ask(id: string): void {
    this.#mailbox.remove('message', id, undefined)
    this.#askedFor.set(id, (this.#askedFor.get(id) ?? 0) + 1)
    this.events.emit('confirmed')
  }

  /** For the server: the client rejects a message. */
  refuse(id: string): void {
    const asked = this.#askedFor.get(id) ?? 0
    if (asked > 0) this.#askedFor.set(id, asked - 1)
    else this.acknowledge('message', id)
  }

  /** For the server: the client confirmed a stanza. */
  acknowledge(stanzaClass: string, id: string | undefined, type?: string): void {
    this.#mailbox.remove(stanzaClass, id, type)
    this.events.emit('confirmed')
  }

  #detach(): void {
    this.#connection = undefined
    this.#takesMessages = false
    // Rejections that were expected on a lost connection will not arrive.
    this.#askedFor.clear()
    this.presence = 'unavailable'
    this.watched.clear()
    this.events.emit('offline')
  }

  async #askForKeysWhenFew(): Promise<void> {
    const areFew = this.keys.count < FEW_KEYS
    if (!areFew) this.#wasToldToRefill = false
    if (!areFew || this.#wasToldToRefill || !this.isOnline) return
    this.#wasToldToRefill = true
    await this.push(
      el('notification', { from: S_WHATSAPP_NET, type: 'encrypt', id: newStanzaId(), t: nowSeconds() }, [
        el('count', { value: this.keys.count }),
      ]),
    )
  }
}

function fromServer(tag: string, content: Stanza[]): Stanza {
  return el(tag, { from: S_WHATSAPP_NET }, content)
}
