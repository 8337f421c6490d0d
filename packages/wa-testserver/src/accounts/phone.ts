import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { deflateSync } from 'node:zlib'
import {
  chatModificationToAppPatch,
  proto,
  S_WHATSAPP_NET,
  type ChatModification,
  type WAPatchCreate,
} from '@whiskeysockets/baileys'
import { AppState } from '../app-state.ts'
import { Chat } from '../chat.ts'
import { encryptMedia } from '../crypto/media.ts'
import { readContent, type MessageContent } from '../content/read-content.ts'
import type { LinkedDevice } from '../devices/linked-device.ts'
import type { Directory } from '../directory.ts'
import type { Destination, Incoming, ReceiptNotice } from '../envelope.ts'
import type { MediaHost } from '../media-host.ts'
import type { Pairing } from '../pairing.ts'
import { newStanzaId, nowSeconds } from '../ids.ts'
import { newChatCapUpdate, timeLockUpdate } from '../stanzas/limits.ts'
import { el, type Stanza } from '../wire/nodes.ts'
import type { Account, AccountOptions } from './account.ts'
import type { Group } from './group.ts'
import { historyChunks, olderHistory, oldChunks, type PastMessage, webMessage } from './history.ts'
import { Past } from './past.ts'
import { SimulatedAccount, type SendOptions, type SentMessage } from './simulated-account.ts'

export interface PhoneOptions extends AccountOptions {
  /** WhatsApp Business accounts have one, and linked devices learn it on pairing. */
  businessName?: string | undefined
  /** The phone confirms messages of contacts. False by default, so that only the client's receipts are visible. */
  confirmsDelivery?: boolean | undefined
}

export interface PhoneEvents {
  linked: [LinkedDevice]
  unlinked: [LinkedDevice]
  /** The phone sees a message: of a contact, or one sent from a linked device. */
  message: [{ content: MessageContent; incoming: Incoming }]
  receipt: [ReceiptNotice]
}

/** What a phone needs from the server. */
interface Surroundings {
  pairing: Pairing
  media: MediaHost
  directory: Directory
}

/** The phone of the account under test: it scans the QR code and signs the identities of linked devices. */
export class Phone extends SimulatedAccount {
  readonly events = new EventEmitter<PhoneEvents>()
  readonly businessName: string | undefined
  readonly appState = new AppState()
  readonly past = new Past()
  confirmsDelivery: boolean
  /** Old messages are sent without a request too, after the others and as files. */
  sendsAllHistory = false
  /** Until when this number may not start chats. */
  timeLock: Date | undefined
  /** How many chats with strangers this number may start in a period, and how many it has started. */
  newChatCap: { total: number; used: number; endsAt: Date | undefined } | undefined
  readonly #surroundings: Surroundings
  #lastDeviceId = 0

  constructor(number: string, name: string, surroundings: Surroundings, options: PhoneOptions = {}) {
    super(number, name, options)
    this.#surroundings = surroundings
    this.businessName = options.businessName
    this.confirmsDelivery = options.confirmsDelivery ?? false
  }

  /** The device that was linked last; most tests have just one. */
  get linkedDevice(): LinkedDevice {
    const device = this.linkedDevices.at(-1)
    if (!device) throw new Error(`${this.name} has no linked device`)
    return device
  }

  /** Scans the QR code that a client shows, and links it. */
  async scan(qr: string): Promise<LinkedDevice> {
    return this.#adopt(await this.#surroundings.pairing.link(this, qr, ++this.#lastDeviceId))
  }

  /** Types the code that a client shows instead of a QR code. */
  async enterCode(code: string): Promise<LinkedDevice> {
    return this.#adopt(await this.#surroundings.pairing.linkByCode(this, code, ++this.#lastDeviceId))
  }

  /** A chat on the phone itself: what the owner writes there is shown on the linked devices as sent. */
  chat(other: Destination): Chat {
    return new Chat(this, other, this.#surroundings.media)
  }

  /** Adds old messages to those of the phone; devices that are linked later get both as history. */
  remember(...past: PastMessage[]): void {
    this.past.remember(past)
  }

  /** Changes a setting of a chat on the phone, such as archiving it; linked devices are notified. */
  async changeChat(chat: Account | Group, change: ChatModification): Promise<void> {
    await this.#share(chatModificationToAppPatch(change, chat.kind === 'account' ? chat.jid() : chat.jid))
  }

  /** Saves somebody in the phone's phone book; linked devices are notified. */
  async saveContact(other: Account, fullName: string): Promise<void> {
    const contact = { fullName, lidJid: other.lidJid(), saveOnPrimaryAddressbook: true }
    await this.#share(chatModificationToAppPatch({ contact }, other.pnJid()))
  }

  /** Removes a device from the account. */
  forgetDevice(device: LinkedDevice): void {
    this.devices.delete(device.deviceId)
    this.events.emit('unlinked', device)
  }

  /** WhatsApp forbids this number to write to strangers, as it does after too many new chats. */
  async restrictNewChats(until: Date): Promise<void> {
    this.timeLock = until
    await this.#announce('mex', timeLockUpdate(this))
  }

  /** WhatsApp lets this number write to strangers again. */
  async liftRestriction(): Promise<void> {
    this.timeLock = undefined
    await this.#announce('mex', timeLockUpdate(this))
  }

  /** Sets how many chats with strangers this number may start, and notifies linked devices. */
  async capNewChats(total: number, used: number, endsAt?: Date): Promise<void> {
    this.newChatCap = { total, used, endsAt }
    await this.#announce('mex', newChatCapUpdate(this))
  }

  /** Whether this number may write to people who never wrote to it. */
  get mayStartChats(): boolean {
    return !this.timeLock && !(this.newChatCap && this.newChatCap.used >= this.newChatCap.total)
  }

  /** Whether the other account has written to this number, so that it is not a stranger. */
  hasChatWith(other: Account): boolean {
    return other instanceof SimulatedAccount && [...other.sent.values()].some(({ to }) => to === this)
  }

  /** For the server: sends a device its initial data after the first login. */
  async bootstrap(device: LinkedDevice): Promise<void> {
    await this.#tell(device, {
      type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
      appStateSyncKeyShare: { keys: [this.appState.key] },
    })
    for (const chunk of historyChunks(this, this.past.messages)) await this.#sendHistory(device, chunk)
    if (!this.sendsAllHistory) return
    for (const chunk of oldChunks(this, this.past.messages)) await this.#sendHistory(device, chunk, { asFile: true })
  }

  /** Also adds what the owner writes on the phone to its chats. */
  override async send(to: Destination, message: proto.IMessage, options: SendOptions = {}): Promise<SentMessage> {
    const sent = await super.send(to, message, options)
    if (!options.peer) this.past.take({ id: sent.id, with: to, by: this, message, at: options.sentAt ?? new Date() })
    return sent
  }

  /** Includes messages of linked devices. */
  override secretOf(id: string): Uint8Array | null | undefined {
    return super.secretOf(id) ?? this.past.secretOf(id)
  }

  async receive(incoming: Incoming): Promise<void> {
    const content = readContent(incoming.message)
    const { id, sender, to, message, sentAt } = incoming
    const isOwn = sender.kind === 'linked' && sender.account === this
    if (isOwn && incoming.isPeer) return this.#answer(sender, content, incoming.id)
    const other = to === this ? sender.account : to
    this.past.take({ id, with: other, by: sender.account, message, at: new Date(sentAt * 1000) })
    this.events.emit('message', { content, incoming })
    // A linked device sent this, so the phone confirms that its copy arrived.
    if (isOwn) await this.confirm(incoming, 'sender')
    else if (this.confirmsDelivery) await this.confirm(incoming)
  }

  protected onReceipt(receipt: ReceiptNotice): void {
    this.events.emit('receipt', receipt)
  }

  async #share(patch: WAPatchCreate): Promise<void> {
    const version = await this.appState.write(patch)
    await this.#announce('server_sync', el('collection', { name: patch.type, version }))
  }

  async #announce(type: string, news: Stanza): Promise<void> {
    for (const device of this.linkedDevices) {
      await device.post(el('notification', { from: S_WHATSAPP_NET, type, id: newStanzaId(), t: nowSeconds() }, [news]))
    }
  }

  #adopt(device: LinkedDevice): LinkedDevice {
    this.devices.set(device.deviceId, device)
    this.events.emit('linked', device)
    return device
  }

  /** A linked device requests older messages from its phone, or one that it got without content. */
  async #answer(device: LinkedDevice, { raw }: MessageContent, requestId: string): Promise<void> {
    const asked = raw.protocolMessage?.peerDataOperationRequestMessage
    if (asked?.historySyncOnDemandRequest) {
      const older = olderHistory(
        this,
        this.past.messages,
        asked.historySyncOnDemandRequest,
        this.#surroundings.directory,
      )
      await this.#sendHistory(device, older, { requestId })
    }
    const wanted = (asked?.placeholderMessageResendRequest ?? []).map(({ messageKey }) => messageKey?.id)
    const found = this.past.messages.filter(({ id }) => id !== undefined && wanted.includes(id))
    if (found.length > 0) await this.#sendAgain(device, found, requestId)
  }

  async #sendAgain(device: LinkedDevice, messages: readonly PastMessage[], stanzaId: string): Promise<void> {
    const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType
    await this.#tell(device, {
      type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
        stanzaId,
        peerDataOperationResult: messages.map((message) => ({
          placeholderMessageResendResponse: {
            webMessageInfoBytes: proto.WebMessageInfo.encode(webMessage(this, message)).finish(),
          },
        })),
      },
    })
  }

  async #sendHistory(
    device: LinkedDevice,
    history: proto.IHistorySync,
    { requestId, asFile = false }: { requestId?: string; asFile?: boolean } = {},
  ): Promise<void> {
    const packed = deflateSync(proto.HistorySync.encode(history).finish())
    await this.#tell(device, {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: history.syncType ?? null,
        chunkOrder: history.chunkOrder ?? null,
        progress: history.progress ?? null,
        // Inline by default: the library downloads files only from WhatsApp's own media host, whose name is hard-coded.
        ...(asFile ? this.#upload(packed) : { initialHistBootstrapInlinePayload: packed }),
        ...(requestId !== undefined && { peerDataRequestSessionId: requestId }),
      },
    })
  }

  #upload(packed: Buffer): proto.Message.IHistorySyncNotification {
    const { blob, ...keys } = encryptMedia(packed, 'history')
    return { ...keys, directPath: this.#surroundings.media.store(blob, 'history').directPath }
  }

  async #tell(device: LinkedDevice, protocolMessage: proto.Message.IProtocolMessage): Promise<void> {
    const messageContextInfo = { messageSecret: randomBytes(32) }
    await this.send(this, { protocolMessage, messageContextInfo }, { peer: device })
  }
}
