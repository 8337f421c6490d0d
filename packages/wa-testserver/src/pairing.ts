import { randomBytes } from 'node:crypto'
import { Curve, S_WHATSAPP_NET } from '@whiskeysockets/baileys'
import type { Phone } from './accounts/phone.ts'
import { isCounterSigned, vouchForDevice } from './crypto/adv.ts'
import { secretFromCode, unwrapWithCode, wrapWithCode } from './crypto/pairing-code.ts'
import { KeyDirectory } from './devices/key-directory.ts'
import { LinkedDevice } from './devices/linked-device.ts'
import type { Faults } from './faults.ts'
import { newStanzaId, nowSeconds } from './ids.ts'
import type { ClientConnection } from './wire/connection.ts'
import type { ClientHandshake } from './wire/noise.ts'
import { bytes, child, el, firstChild, type Stanza } from './wire/nodes.ts'

const REFS_PER_CONNECTION = 6
const RESTART = 515
/** In a test the code may be entered before the client's request has arrived, so entering waits for it. */
const CODE_TIMEOUT_MS = 15_000

/** A client that asked for a code to be typed on the phone. */
interface CodeRequest {
  client: UnpairedClient
  wrappedKey: Buffer
  ref: Buffer
  finish(bundle: Buffer): void
  finished: Promise<Buffer>
}

/** A connected client that is not linked to an account yet. */
interface UnpairedClient {
  connection: ClientConnection
  noiseKey: Buffer
  identityKey: Buffer
  refs: string[]
  replies: Map<string, (stanza: Stanza) => void>
  code?: CodeRequest
}

type Reply = PromiseWithResolvers<CodeRequest>

/** Links clients to phones: by QR code, or by a code that is typed on the phone. */
export class Pairing {
  readonly #byRef = new Map<string, UnpairedClient>()
  readonly #codeRequests = new Map<string, Reply>()
  readonly #faults: Faults
  readonly #countBeforeUpload: number

  /** @param countBeforeUpload how many keys a new device is told that it has already published. */
  constructor(faults: Faults, countBeforeUpload: number) {
    this.#faults = faults
    this.#countBeforeUpload = countBeforeUpload
  }

  /** A client asked to register: sends it the data for its QR codes. */
  async welcome(connection: ClientConnection, { staticKey, payload }: ClientHandshake): Promise<void> {
    const client: UnpairedClient = {
      connection,
      noiseKey: staticKey,
      identityKey: Buffer.from(payload.devicePairingData?.eIdent ?? []),
      refs: Array.from({ length: REFS_PER_CONNECTION }, () => `2@${randomBytes(24).toString('base64url')}`),
      replies: new Map(),
    }
    for (const ref of client.refs) this.#byRef.set(ref, client)
    connection.once('closed', () => this.#forget(client))
    connection.onStanza = (stanza) => this.#take(client, stanza)
    const refs = client.refs.map((ref) => el('ref', {}, Buffer.from(ref)))
    await connection.send(
      el('iq', { from: S_WHATSAPP_NET, type: 'set', xmlns: 'md', id: newStanzaId() }, [el('pair-device', {}, refs)]),
    )
  }

  /** A phone scanned a QR code. */
  async link(phone: Phone, qr: string, deviceId: number): Promise<LinkedDevice> {
    const [ref = '', noiseKey = '', identityKey = '', advSecret = ''] = (qr.split('#').at(-1) ?? '').split(',')
    const client = this.#byRef.get(ref)
    if (!client) throw new Error('pairing: the QR code has expired or is not of this server')
    const isSame =
      client.noiseKey.equals(Buffer.from(noiseKey, 'base64')) &&
      client.identityKey.equals(Buffer.from(identityKey, 'base64'))
    if (!isSame) throw new Error('pairing: the QR code names other keys than the client')
    return this.#admit(client, phone, Buffer.from(advSecret, 'base64'), deviceId)
  }

  /** A phone typed the code of eight characters that a client shows. */
  async linkByCode(phone: Phone, code: string, deviceId: number): Promise<LinkedDevice> {
    const { client, ref, wrappedKey, finished } = await this.#codeRequestFor(phone.number)
    const { connection, identityKey: companionIdentity } = client
    const account = phone.handset.signal.identity
    const ephemeral = Curve.generateKeyPair()
    await connection.send(
      el(
        'notification',
        { from: S_WHATSAPP_NET, type: 'link_code_companion_reg', id: newStanzaId(), t: nowSeconds() },
        [
          el('link_code_companion_reg', { stage: 'primary_hello' }, [
            el('link_code_pairing_ref', {}, ref),
            el('primary_identity_pub', {}, account.public),
            el('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapWithCode(code, ephemeral.public)),
          ]),
        ],
      ),
    )
    const advSecret = secretFromCode({
      bundle: await finished,
      ephemeral,
      companionEphemeral: unwrapWithCode(code, wrappedKey),
      account,
      companionIdentity,
    })
    return this.#admit(client, phone, advSecret, deviceId)
  }

  async #admit(client: UnpairedClient, phone: Phone, advSecret: Buffer, deviceId: number): Promise<LinkedDevice> {
    const { connection, identityKey, noiseKey } = client
    if (this.#faults.takePasskeyDemand(phone)) {
      await connection.send(passkeyDemand())
      throw new Error('pairing: the account demands a passkey')
    }
    const account = phone.handset.signal.identity
    const link = vouchForDevice({ account, deviceIdentityKey: identityKey, advSecret, keyIndex: deviceId })
    const reply = await this.#ask(client, [
      el('pair-success', {}, [
        el('device-identity', {}, link.identity),
        el('device', { jid: phone.pnJid(deviceId), lid: phone.lidJid(deviceId) }),
        el('platform', { name: phone.businessName === undefined ? 'android' : 'smba' }),
        ...(phone.businessName === undefined ? [] : [el('biz', { name: phone.businessName })]),
      ]),
    ])
    const signed = bytes(child(child(reply, 'pair-device-sign'), 'device-identity'))
    if (!isCounterSigned(signed, link, identityKey, account)) {
      throw new Error('pairing: the client did not sign its link properly')
    }
    await connection.endWith(el('stream:error', { code: RESTART }))
    const keys = new KeyDirectory(this.#countBeforeUpload)
    return new LinkedDevice({ account: phone, deviceId, noiseKey, keys })
  }

  async #ask({ connection, replies }: UnpairedClient, content: Stanza[]): Promise<Stanza> {
    const id = newStanzaId()
    const { promise, resolve, reject } = Promise.withResolvers<Stanza>()
    replies.set(id, resolve)
    connection.once('closed', () => reject(new Error('pairing: the client went away before it confirmed')))
    await connection.send(el('iq', { from: S_WHATSAPP_NET, type: 'set', id, t: nowSeconds() }, content))
    return promise
  }

  async #take(client: UnpairedClient, stanza: Stanza): Promise<void> {
    const { id, type } = stanza.attrs
    if (stanza.tag !== 'iq' || id === undefined) return
    if (type === 'result') {
      client.replies.get(id)?.(stanza)
      client.replies.delete(id)
      return
    }
    const request = firstChild(stanza)
    const answer = request?.tag === 'link_code_companion_reg' ? this.#takeCodeStep(client, request) : undefined
    await client.connection.send(el('iq', { from: S_WHATSAPP_NET, type: 'result', id }, answer))
  }

  #takeCodeStep(client: UnpairedClient, request: Stanza): Stanza[] | undefined {
    if (request.attrs['stage'] === 'companion_finish') {
      client.code?.finish(bytes(child(request, 'link_code_pairing_wrapped_key_bundle')))
      return undefined
    }
    const ref = randomBytes(16)
    const { promise: finished, resolve: finish } = Promise.withResolvers<Buffer>()
    const wrappedKey = bytes(child(request, 'link_code_pairing_wrapped_companion_ephemeral_pub'))
    client.code = { client, wrappedKey, ref, finish, finished }
    this.#codeRequest(request.attrs['jid']?.split('@')[0] ?? '').resolve(client.code)
    return [el('link_code_companion_reg', { stage: 'companion_hello' }, [el('link_code_pairing_ref', {}, ref)])]
  }

  #forget(client: UnpairedClient): void {
    for (const ref of client.refs) this.#byRef.delete(ref)
  }

  async #codeRequestFor(number: string): Promise<CodeRequest> {
    const request = this.#codeRequest(number)
    const timer = setTimeout(
      () => request.reject(new Error(`pairing: no client asked for a code for ${number}`)),
      CODE_TIMEOUT_MS,
    )
    return request.promise.finally(() => {
      clearTimeout(timer)
      this.#codeRequests.delete(number)
    })
  }

  #codeRequest(number: string): Reply {
    const request = this.#codeRequests.get(number) ?? Promise.withResolvers<CodeRequest>()
    this.#codeRequests.set(number, request)
    return request
  }
}

/** For some accounts the server requires a passkey (WebAuthn) before it links a client. */
function passkeyDemand(): Stanza {
  const options = {
    challenge: randomBytes(32).toString('base64url'),
    rpId: 'whatsapp.com',
    userVerification: 'required',
  }
  return el(
    'notification',
    { from: S_WHATSAPP_NET, type: 'passkey_prologue_request', id: newStanzaId(), t: nowSeconds() },
    [el('passkey_request_options', {}, Buffer.from(JSON.stringify(options)))],
  )
}
