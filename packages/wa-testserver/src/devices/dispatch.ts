import type { proto } from '@whiskeysockets/baileys'
import type { Account, Addressing } from '../accounts/account.ts'
import type { Group } from '../accounts/group.ts'
import type { SentMessage } from '../accounts/simulated-account.ts'
import type { Status } from '../accounts/status.ts'
import type { Envelope, ReceiptNotice } from '../envelope.ts'
import type { Endpoint } from './endpoint.ts'
import type { LinkedDevice } from './linked-device.ts'
import type { Ciphertext } from './signal-device.ts'
import type { SimulatedDevice } from './simulated-device.ts'

/** Sends a message of a simulated device to every device of the recipients. */
export async function dispatch(from: SimulatedDevice, sent: SentMessage): Promise<void> {
  const { to, options } = sent
  if (options.peer) await deliver(from, sent, options.peer, 'pn')
  else if (to.kind === 'account') await dispatchToAccount(from, sent, to)
  else await dispatchToMany(from, sent, to)
}

/** A client could not decrypt a message: opens a new session with it and sends the message again. */
export async function dispatchAgain(from: SimulatedDevice, sent: SentMessage, receipt: ReceiptNotice): Promise<void> {
  const device = receipt.from
  const bundle = receipt.retry?.bundle ?? (await device.takeBundle())
  if (device.kind !== 'linked' || !bundle) return
  await from.signal.openSession(device.jid, bundle)
  const { to } = sent
  const isOwnCopy = device.account === from.account && to.kind === 'account' && to !== from.account
  const message = isOwnCopy ? ownCopy(to, sent.message) : sent.message
  const addressing =
    to.kind !== 'account' ? 'lid' : sent.options.peer ? 'pn' : (isOwnCopy ? to : from.account).addressing
  await device.deliver({
    ...envelope(from, sent, addressing),
    attempt: receipt.retry?.count ?? 1,
    body: { kind: 'encrypted', ciphertexts: [await from.signal.encrypt(device.jid, message)] },
  })
}

async function dispatchToAccount(from: SimulatedDevice, sent: SentMessage, to: Account): Promise<void> {
  const isBlocked = to.blocked.has(from.account.number)
  const devices = isBlocked ? [] : [...to.devices.values()]
  for (const device of devices) await deliver(from, sent, device, from.account.addressing)
  const copy = { ...sent, message: ownCopy(to, sent.message) }
  for (const device of from.account.linkedDevices) await deliver(from, copy, device, to.addressing)
}

async function dispatchToMany(from: SimulatedDevice, sent: SentMessage, to: Group | Status): Promise<void> {
  const { ciphertext, keyMessage } = await from.signal.encryptForMany(to.jid, from.jid, sent.message)
  const addressed = envelope(from, sent, 'lid')
  for (const device of [...to.audience].flatMap((member) => [...member.devices.values()])) {
    if (device.kind === 'linked') {
      const key = await roomKeyFor(from, device, to.jid, keyMessage)
      await device.deliver({ ...addressed, body: { kind: 'encrypted', ciphertexts: [...key, ciphertext] } })
    } else if (device.account !== from.account) {
      await device.deliver({ ...addressed, body: { kind: 'clear', message: sent.message } })
    }
  }
}

/** The sender key of this device for a group or status, for a device that does not have it yet. */
async function roomKeyFor(
  from: SimulatedDevice,
  device: LinkedDevice,
  room: string,
  keyMessage: Uint8Array,
): Promise<Ciphertext[]> {
  const holders = from.keyHolders(room)
  if (holders.has(device.jid)) return []
  const body = await sealFor(from, device, {
    senderKeyDistributionMessage: { groupId: room, axolotlSenderKeyDistributionMessage: keyMessage },
  })
  if (body?.kind !== 'encrypted') return []
  holders.add(device.jid)
  return body.ciphertexts
}

async function deliver(
  from: SimulatedDevice,
  sent: SentMessage,
  device: Endpoint,
  addressing: Addressing,
): Promise<void> {
  const { withheld } = sent.options
  const isWithheld = withheld !== undefined && device.kind === 'linked'
  const body = isWithheld
    ? { kind: 'withheld' as const, type: withheld || undefined }
    : await sealFor(from, device, sent.message)
  if (body) await device.deliver({ ...envelope(from, sent, addressing), body })
}

/** Undefined if the device has not published any keys. */
async function sealFor(
  from: SimulatedDevice,
  device: Endpoint,
  message: proto.IMessage,
): Promise<Envelope['body'] | undefined> {
  if (device.kind === 'simulated') return { kind: 'clear', message }
  if (!(await from.signal.hasSession(device.jid))) {
    const bundle = device.takeBundle()
    if (!bundle) return undefined
    await from.signal.openSession(device.jid, bundle)
  }
  return { kind: 'encrypted', ciphertexts: [await from.signal.encrypt(device.jid, message)] }
}

/** The copy for the own linked devices: the message and its destination. */
function ownCopy(to: Account, message: proto.IMessage): proto.IMessage {
  return { deviceSentMessage: { destinationJid: to.jid(), message } }
}

function envelope(from: SimulatedDevice, sent: SentMessage, addressing: Addressing): Omit<Envelope, 'body'> {
  const { options } = sent
  return {
    id: sent.id,
    type: options.type ?? 'text',
    sender: from,
    to: sent.to,
    addressing,
    sentAt: sent.sentAt,
    edit: options.edit,
    isPeer: options.peer !== undefined,
    mediaType: options.mediaType,
    list: options.list,
    token: options.token,
  }
}
