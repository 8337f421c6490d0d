import type { Account } from './accounts/account.ts'
import { Contact } from './accounts/contact.ts'
import { SimulatedAccount } from './accounts/simulated-account.ts'
import { Status } from './accounts/status.ts'
import { readContent } from './content/read-content.ts'
import { sealMediaRetry } from './crypto/media-retry.ts'
import type { Endpoint } from './devices/endpoint.ts'
import type { LinkedDevice } from './devices/linked-device.ts'
import type { Ciphertext } from './devices/signal-device.ts'
import { addressingOf, type Directory } from './directory.ts'
import type { Destination, Envelope } from './envelope.ts'
import type { Faults } from './faults.ts'
import { nowSeconds } from './ids.ts'
import type { MediaHost } from './media-host.ts'
import { readRetry } from './stanzas/receipt.ts'
import { bytes, child, children, el, firstChild, type Stanza } from './wire/nodes.ts'

const NOT_FOUND = 404
/** The error code for a message to a stranger, if the number may not start chats. */
const MAY_NOT_START_CHATS = 463

/** Delivers what linked devices send. */
export class MessageRouter {
  readonly #directory: Directory
  readonly #faults: Faults
  readonly #media: MediaHost

  constructor(directory: Directory, faults: Faults, media: MediaHost) {
    this.#directory = directory
    this.#faults = faults
    this.#media = media
  }

  /** A message of a client: acknowledges it, then delivers its copy to each device. */
  async message(device: LinkedDevice, stanza: Stanza): Promise<void> {
    const { id = '', to = '' } = stanza.attrs
    const ack = { id, from: to, class: 'message', t: nowSeconds() }
    const loss = this.#faults.takeLoss(device.account)
    if (loss === 'beforeAck') return
    const destination = this.#destination(stanza)
    const error = this.#faults.takeRejection(device.account) ?? this.#refusal(device, destination)
    await device.push(el('ack', { ...ack, error }))
    if (error !== undefined || !destination || loss) return

    const forMany = destination.kind === 'account' ? [] : ciphertexts(stanza).filter(({ type }) => type === 'skmsg')
    const copies = this.#copies(stanza)
    const targets = forMany.length > 0 ? readers(destination, copies) : [...copies.keys()]
    for (const target of targets.filter((other) => other !== device)) {
      await target.deliver({
        ...header(device, stanza, destination),
        body: { kind: 'encrypted', ciphertexts: [...(copies.get(target) ?? []), ...forMany] },
      })
    }
  }

  /** A receipt of a client: removes the message from the mailbox and notifies the sender. */
  async receipt(device: LinkedDevice, stanza: Stanza): Promise<void> {
    const { id = '', to = '', type, participant } = stanza.attrs
    if (type === 'server-error') return this.#renewMedia(device, stanza)
    const ids = [id, ...children(child(stanza, 'list'), 'item').map((item) => item.attrs['id'] ?? '')]
    for (const one of ids) {
      if (type === 'retry') device.ask(one)
      else device.acknowledge('message', one)
    }
    await device.push(el('ack', { class: 'receipt', id, from: to, type, t: nowSeconds() }))
    const author = this.#directory.account(participant ?? to)
    if (!author || type === 'hist_sync' || type === 'peer_msg') return
    // A retry is handled by the device that wrote the message; all devices get the other receipts.
    const writer = type === 'retry' ? this.#directory.device(participant ?? to) : undefined
    const targets = writer ? [writer] : [...author.devices.values()].filter((other) => other !== device)
    for (const target of targets) {
      await target.notify({
        ids,
        type,
        from: device,
        chat: this.#directory.group(to) ?? author,
        addressing: addressingOf(participant ?? to),
        at: nowSeconds(),
        retry: type === 'retry' ? readRetry(stanza) : undefined,
      })
    }
  }

  /** "typing…" of a client. */
  chatState(device: LinkedDevice, stanza: Stanza): void {
    const other = this.#directory.account(stanza.attrs['to'])
    const state = firstChild(stanza)
    if (!(other instanceof Contact) || !state) return
    other.events.emit('typing', {
      by: device.account,
      state: state.attrs['media'] === 'audio' ? 'recording' : state.tag,
    })
  }

  /** A client answers a call. */
  async call(device: LinkedDevice, stanza: Stanza): Promise<void> {
    const answer = firstChild(stanza)?.tag
    const { id, to } = stanza.attrs
    await device.push(el('ack', { class: 'call', id, from: to, type: answer }))
    const other = this.#directory.account(to)
    if (other instanceof Contact && answer !== undefined) other.events.emit('call', { by: device.account, answer })
  }

  /** A client could not download a file: the phone uploads it again and sends the new address. */
  async #renewMedia(device: LinkedDevice, stanza: Stanza): Promise<void> {
    const { id = '', to } = stanza.attrs
    await device.push(el('ack', { class: 'receipt', id, from: to, type: 'server-error', t: nowSeconds() }))
    const wanted = child(stanza, 'rmr')
    const owner = this.#directory.account(wanted?.attrs['participant'] ?? wanted?.attrs['jid'])
    const sent = owner instanceof SimulatedAccount ? owner.sent.get(id) : undefined
    const media = sent && readContent(sent.message).media
    if (!media || !wanted) return
    const { data, iv } = sealMediaRetry(media.mediaKey, id, this.#media.renew(media.directPath))
    await device.post(
      el('notification', { from: device.account.jid(), type: 'mediaretry', id, t: nowSeconds() }, [
        el('encrypt', {}, [el('enc_p', {}, data), el('enc_iv', {}, iv)]),
        wanted,
      ]),
    )
  }

  #destination(stanza: Stanza): Destination | undefined {
    const { to = '', recipient } = stanza.attrs
    if (to === 'status@broadcast') return new Status([])
    return this.#directory.group(to) ?? this.#directory.account(recipient ?? to)
  }

  #refusal(device: LinkedDevice, destination: Destination | undefined): number | undefined {
    if (!destination) return NOT_FOUND
    const isNewChat = destination.kind === 'account' && !device.account.hasChatWith(destination)
    return isNewChat && !device.account.mayStartChats ? MAY_NOT_START_CHATS : undefined
  }

  /** What the client encrypted for single devices. */
  #copies(stanza: Stanza): Map<Endpoint, Ciphertext[]> {
    const { to = '', participant } = stanza.attrs
    const fanOut = children(child(stanza, 'participants'), 'to')
    const parts = fanOut.map((part) => ({ jid: part.attrs['jid'] ?? '', ciphertexts: ciphertexts(part) }))
    const own = ciphertexts(stanza).filter(({ type }) => type !== 'skmsg')
    // For one device only: a message to the own phone, or a retried message.
    if (own.length > 0) parts.push({ jid: participant ?? to, ciphertexts: own })
    return new Map(
      parts.flatMap((part) => {
        const device = this.#directory.device(part.jid)
        return device ? [[device, part.ciphertexts]] : []
      }),
    )
  }
}

/**
 * The recipients of a message to several people: the members of a group, or the viewers of a status to whom the client
 * sent the key.
 */
function readers(destination: Destination, copies: Map<Endpoint, Ciphertext[]>): Endpoint[] {
  if (destination.kind !== 'group') return [...copies.keys()]
  return [...destination.audience].flatMap((member: Account) => [...member.devices.values()])
}

function header(device: LinkedDevice, { attrs }: Stanza, to: Destination): Omit<Envelope, 'body'> {
  return {
    id: attrs['id'] ?? '',
    type: attrs['type'] ?? 'text',
    sender: device,
    to,
    addressing: to.kind === 'account' ? addressingOf(attrs['to'] ?? '') : 'lid',
    sentAt: nowSeconds(),
    edit: attrs['edit'],
    isPeer: attrs['category'] === 'peer',
  }
}

function ciphertexts(stanza: Stanza): Ciphertext[] {
  return children(stanza, 'enc').flatMap((enc) => {
    const type = enc.attrs['type']
    return type === 'pkmsg' || type === 'msg' || type === 'skmsg' ? [{ type, data: bytes(enc) }] : []
  })
}
