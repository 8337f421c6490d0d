import type { proto } from '@whiskeysockets/baileys'
import type { SimulatedAccount } from '../accounts/simulated-account.ts'
import type { Envelope, ReceiptNotice } from '../envelope.ts'
import { SignalDevice, type Ciphertext, type KeyBundle } from './signal-device.ts'

const READ_ATTEMPTS = 3

/**
 * A device that the server simulates: a phone, or the computer of a contact. It has real keys and real Signal sessions.
 */
export class SimulatedDevice {
  readonly kind = 'simulated'
  readonly account: SimulatedAccount
  readonly deviceId: number
  /** By group or status: the devices that have the key with which this one writes there. */
  readonly #keyHolders = new Map<string, Set<string>>()
  readonly #attempts = new Map<string, number>()
  #signal: SignalDevice | undefined
  #waiting: (() => Promise<void>)[] | undefined

  constructor(account: SimulatedAccount, deviceId: number) {
    this.account = account
    this.deviceId = deviceId
  }

  /** The address that other devices use for their session with this one. */
  get jid(): string {
    return this.account.lidJid(this.deviceId)
  }

  /** The index in the account's list of linked devices; undefined for the phone. */
  get keyIndex(): number | undefined {
    return this.deviceId === 0 ? undefined : this.deviceId
  }

  /** Created on first use, because generating the keys takes some milliseconds. */
  get signal(): SignalDevice {
    return (this.#signal ??= new SignalDevice())
  }

  /** Keys for a new session with this device. */
  takeBundle(): Promise<KeyBundle> {
    return this.signal.issueBundle()
  }

  /** Starts over with new keys; all sessions are lost. */
  reinstall(): void {
    this.#signal = new SignalDevice()
    this.#keyHolders.clear()
  }

  /** Switches the device off: it gets nothing and confirms nothing until it is back. */
  goOffline(): void {
    this.#waiting ??= []
  }

  /** Switches the device on again; it gets what waited for it. */
  async goOnline(): Promise<void> {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const work of waiting) await work()
  }

  deliver(envelope: Envelope): Promise<void> {
    return this.#whenOnline(() => this.#receive(envelope))
  }

  notify(receipt: ReceiptNotice): Promise<void> {
    return this.#whenOnline(() => this.account.hear(receipt, this))
  }

  /** The devices that have the key with which this one writes to a group or a status. */
  keyHolders(room: string): Set<string> {
    const holders = this.#keyHolders.get(room) ?? new Set()
    this.#keyHolders.set(room, holders)
    return holders
  }

  async #whenOnline(work: () => Promise<void>): Promise<void> {
    if (this.#waiting) this.#waiting.push(work)
    else await work()
  }

  async #receive(envelope: Envelope): Promise<void> {
    const message = await this.#read(envelope).catch((error: unknown) => this.#askAgain(envelope, error))
    if (message) await this.account.receive({ ...envelope, message }, this)
  }

  async #read({ body, sender, to }: Envelope): Promise<proto.IMessage> {
    if (body.kind === 'clear') return body.message
    if (body.kind === 'withheld') throw new Error('content is withheld from linked devices alone')
    const from = sender.account.lidJid(sender.deviceId)
    let message: proto.IMessage = {}
    for (const ciphertext of body.ciphertexts) {
      message = await this.#decrypt(from, to.kind === 'account' ? undefined : to.jid, ciphertext)
      const key = message.senderKeyDistributionMessage
      if (key) await this.signal.learnRoomKey(from, key)
    }
    return message
  }

  #decrypt(from: string, room: string | undefined, ciphertext: Ciphertext): Promise<proto.IMessage> {
    return room !== undefined && ciphertext.type === 'skmsg'
      ? this.signal.decryptFromMany(room, from, ciphertext)
      : this.signal.decrypt(from, ciphertext)
  }

  /** Asks the sender to encrypt a message again, and sends keys for a new session. */
  async #askAgain({ id, sender, to, addressing, sentAt }: Envelope, error: unknown): Promise<undefined> {
    const count = (this.#attempts.get(id) ?? 0) + 1
    this.#attempts.set(id, count)
    this.account.awaits(id)
    if (count > READ_ATTEMPTS) throw new Error(`${this.account.name} cannot read message ${id}`, { cause: error })
    const retry = { count, registrationId: this.signal.registrationId, bundle: await this.signal.issueBundle() }
    await sender.notify({ ids: [id], type: 'retry', from: this, chat: to, addressing, at: sentAt, retry })
  }
}
