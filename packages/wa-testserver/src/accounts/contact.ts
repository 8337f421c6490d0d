import { EventEmitter } from 'node:events'
import { Chat } from '../chat.ts'
import { readContent, type MediaReference } from '../content/read-content.ts'
import { decryptMedia, sha256 } from '../crypto/media.ts'
import type { LinkedDevice } from '../devices/linked-device.ts'
import { SimulatedDevice } from '../devices/simulated-device.ts'
import type { Destination, Incoming, ReceiptNotice } from '../envelope.ts'
import { newStanzaId, nowSeconds } from '../ids.ts'
import type { MediaHost } from '../media-host.ts'
import { el } from '../wire/nodes.ts'
import type { Account, AccountOptions } from './account.ts'
import { Inbox, type InboxMessage } from './inbox.ts'
import { SimulatedAccount } from './simulated-account.ts'

const TIMEOUT_MS = 15_000

export interface ContactOptions extends AccountOptions {
  /** The number of devices: the phone and computers. One by default. */
  devices?: number | undefined
  /** Confirms delivery at once, like a phone that is online. True by default. */
  confirmsDelivery?: boolean | undefined
  /** Reads everything at once. False by default. */
  readsAtOnce?: boolean | undefined
}

export interface ContactEvents {
  /** One of the contact's own messages was delivered, read or played. */
  receipt: [ReceiptNotice]
  /** The other side types, records or stopped. */
  typing: [{ by: Account; state: string }]
  /** The other side answered or refused a call: `reject`, `accept`. */
  call: [{ by: Account; answer: string }]
}

/** A customer with a phone. */
export class Contact extends SimulatedAccount {
  readonly #media: MediaHost
  readonly #inbox = new Inbox()
  readonly events = new EventEmitter<ContactEvents>()
  confirmsDelivery: boolean
  readsAtOnce: boolean

  constructor(number: string, name: string, media: MediaHost, options: ContactOptions = {}) {
    super(number, name, options)
    this.#media = media
    this.confirmsDelivery = options.confirmsDelivery ?? true
    this.readsAtOnce = options.readsAtOnce ?? false
    for (let id = 1; id < (options.devices ?? 1); id++) this.devices.set(id, new SimulatedDevice(this, id))
  }

  /** What the contact sees, oldest first. */
  get inbox(): readonly InboxMessage[] {
    return this.#inbox.messages
  }

  /** The contact's chat with an account, in a group, or with those who see their status. */
  chat(other: Destination): Chat {
    return new Chat(this, other, this.#media)
  }

  /** Switches to another device of the contact: 0 is the phone. */
  pickUp(deviceId: number): void {
    const device = this.simulatedDevices.find((one) => one.deviceId === deviceId)
    if (!device) throw new Error(`${this.name} has no device ${deviceId}`)
    this.activeDevice = device
  }

  /** Changes or removes the picture and notifies the given devices. */
  async changePicture(url: string | undefined, tell: Iterable<LinkedDevice>): Promise<void> {
    this.pictureUrl = url
    const change = url === undefined ? el('delete', {}) : el('set', { id: nowSeconds() })
    for (const device of tell)
      await device.post(
        el('notification', { from: this.jid(), type: 'picture', id: newStanzaId(), t: nowSeconds() }, [change]),
      )
  }

  /** Opens messages, so that the sender gets read receipts. Without ids: everything in the inbox. */
  read(...ids: string[]): Promise<void> {
    return this.#confirmEach(ids, 'read')
  }

  /** Listens to voice messages. */
  play(...ids: string[]): Promise<void> {
    return this.#confirmEach(ids, 'played')
  }

  /** The reactions to a message that this contact wrote, by who made them. */
  reactionsToOwn(id: string): ReadonlyMap<Account, string> {
    return this.#inbox.reactionsToOwn(id)
  }

  /** Waits for a matching message and returns the first one in the inbox. */
  async waitForMessage(
    fits: (message: InboxMessage) => boolean = () => true,
    timeoutMs = TIMEOUT_MS,
  ): Promise<InboxMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<InboxMessage>()
    const look = () => {
      const found = this.inbox.find(fits)
      if (found) resolve(found)
    }
    const timer = setTimeout(() => reject(new Error(this.#missing(timeoutMs))), timeoutMs)
    this.#inbox.events.on('changed', look)
    look()
    return promise.finally(() => {
      clearTimeout(timer)
      this.#inbox.events.off('changed', look)
    })
  }

  async receive(incoming: Incoming, device: SimulatedDevice): Promise<void> {
    const content = readContent(incoming.message)
    this.#inbox.take(content, incoming, device.deviceId, () => content.media && this.#download(content.media))
    if (this.confirmsDelivery) await this.confirm(incoming, undefined, device)
    if (this.readsAtOnce && device === this.activeDevice) await this.confirm(incoming, 'read')
  }

  override awaits(id: string): void {
    this.#inbox.reservePosition(id)
  }

  protected onReceipt(receipt: ReceiptNotice): void {
    this.events.emit('receipt', receipt)
  }

  #download(media: MediaReference): Buffer {
    const file = decryptMedia(this.#media.read(media.directPath), media.mediaKey, media.kind)
    if (!sha256(file).equals(media.fileSha256)) throw new Error(`the ${media.kind} does not match its checksum`)
    return file
  }

  async #confirmEach(ids: string[], type: string): Promise<void> {
    const wanted = this.inbox.filter(({ id }) => ids.length === 0 || ids.includes(id))
    for (const { incoming } of wanted) await this.confirm(incoming, type)
  }

  #missing(timeoutMs: number): string {
    const seen = this.inbox.map(({ kind, text }) => [kind, text])
    return `${this.name} got no such message within ${timeoutMs} ms; in the inbox: ${JSON.stringify(seen)}`
  }
}
