import type { proto } from '@whiskeysockets/baileys'
import { dispatch, dispatchAgain } from '../devices/dispatch.ts'
import type { LinkedDevice } from '../devices/linked-device.ts'
import { SimulatedDevice } from '../devices/simulated-device.ts'
import type { Destination, Incoming, ReceiptNotice } from '../envelope.ts'
import { newMessageId, newStanzaId, nowSeconds, toSeconds } from '../ids.ts'
import { el } from '../wire/nodes.ts'
import { Account, type AccountOptions } from './account.ts'

export interface SendOptions {
  /** The message id. By default a new one. */
  id?: string | undefined
  sentAt?: Date | undefined
  /** How many copies (same id, encrypted again) are delivered. */
  copies?: number | undefined
  /** WhatsApp's class of the message. By default `text`. */
  type?: string | undefined
  mediaType?: string | undefined
  edit?: string | undefined
  /**
   * Linked devices get no content: `view_once`, or '' as for a message from an advertisement, which they can request
   * from the phone.
   */
  withheld?: string | undefined
  /** A trusted contact token that is sent along. */
  token?: { t: number; value: Uint8Array } | undefined
  /** The sender's broadcast list that it is sent to. */
  list?: string | undefined
  /** A message from the account's own phone to this linked device. */
  peer?: LinkedDevice | undefined
}

/** The delivery status of a message. */
export type Progress = 'sent' | 'delivered' | 'read' | 'played'

/** A message that a simulated account sent, kept for when a device asks for it again. */
export interface SentMessage {
  id: string
  to: Destination
  message: proto.IMessage
  /** The original time, also if a device requests the message again. */
  sentAt: number
  options: SendOptions
  progress: Progress
}

const rank: Record<Progress, number> = { sent: 0, delivered: 1, read: 2, played: 3 }

/** An account whose devices are simulated by the server, except the linked ones. */
export abstract class SimulatedAccount extends Account {
  readonly sent = new Map<string, SentMessage>()
  readonly handset = new SimulatedDevice(this, 0)
  /** The device that the owner uses: it writes and reads. */
  activeDevice = this.handset

  constructor(number: string, name: string, options: AccountOptions = {}) {
    super(number, name, options)
    this.devices.set(0, this.handset)
  }

  get simulatedDevices(): SimulatedDevice[] {
    return [...this.devices.values()].filter((device) => device.kind === 'simulated')
  }

  /** The secret of a message of the account, which encrypts later edits. */
  secretOf(id: string): Uint8Array | null | undefined {
    return this.sent.get(id)?.message.messageContextInfo?.messageSecret
  }

  /** Switches all own devices off: nothing is delivered, nothing is confirmed, until they are back. */
  goOffline(): void {
    for (const device of this.simulatedDevices) device.goOffline()
  }

  /** Switches all own devices on again. */
  async goOnline(): Promise<void> {
    for (const device of this.simulatedDevices) await device.goOnline()
  }

  /** Moves to new devices with new keys and without sessions. `tell`: the devices to notify. */
  async reinstall(tell: Iterable<LinkedDevice>): Promise<void> {
    for (const device of this.simulatedDevices) device.reinstall()
    for (const device of tell) {
      await device.post(
        el('notification', { from: this.jid(), type: 'encrypt', id: newStanzaId(), t: nowSeconds() }, [el('identity')]),
      )
    }
  }

  /** Loses the Signal sessions with the clients of an account, so that their next messages cannot be decrypted. */
  async forgetSessionsWith(account: Account): Promise<void> {
    for (const device of this.simulatedDevices) {
      for (const { jid } of account.linkedDevices) await device.signal.forgetSession(jid)
    }
  }

  /** Sends a message to all devices of the destination, and to those linked to the own account. */
  async send(to: Destination, message: proto.IMessage, options: SendOptions = {}): Promise<SentMessage> {
    const sent: SentMessage = {
      id: options.id ?? newMessageId(),
      to,
      message,
      sentAt: options.sentAt ? toSeconds(options.sentAt) : nowSeconds(),
      options,
      progress: 'sent',
    }
    this.sent.set(sent.id, sent)
    for (let copy = 0; copy < (options.copies ?? 1); copy++) await dispatch(this.activeDevice, sent)
    return sent
  }

  /** Sends the clients of the sender a receipt of their message. */
  async confirm(
    incoming: Omit<Incoming, 'message'>,
    type?: string,
    by: SimulatedDevice = this.activeDevice,
  ): Promise<void> {
    const { id, sender, to } = incoming
    const addressing = this.receiptsFrom === 'asSent' ? incoming.addressing : this.receiptsFrom
    for (const device of sender.account.linkedDevices) {
      await device.notify({ ids: [id], type, from: by, chat: to, addressing, at: nowSeconds() })
    }
  }

  /** For the own devices: one of them has read a message. */
  abstract receive(incoming: Incoming, device: SimulatedDevice): Promise<void>

  /** For the own devices: one of them has a message that it cannot decrypt yet. */
  awaits(_id: string): void {}

  /** For the own devices: one of them got a receipt. */
  async hear(receipt: ReceiptNotice, device: SimulatedDevice): Promise<void> {
    const sent = receipt.ids.flatMap((id) => this.sent.get(id) ?? [])
    if (receipt.type === 'retry') {
      for (const message of sent) await dispatchAgain(device, message, receipt)
      return
    }
    const progress = receipt.type === 'read' || receipt.type === 'played' ? receipt.type : 'delivered'
    for (const message of sent) if (rank[progress] > rank[message.progress]) message.progress = progress
    this.onReceipt(receipt)
  }

  protected abstract onReceipt(receipt: ReceiptNotice): void
}
