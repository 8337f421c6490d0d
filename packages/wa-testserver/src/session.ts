import { S_WHATSAPP_NET } from '@whiskeysockets/baileys'
import type { LinkedDevice } from './devices/linked-device.ts'
import type { Directory } from './directory.ts'
import type { Faults } from './faults.ts'
import { bootstrap, goOnline } from './login.ts'
import type { MediaHost } from './media-host.ts'
import type { MessageRouter } from './message-router.ts'
import type { Problems } from './problems.ts'
import { answerQuery, refuseQuery } from './stanzas/iq.ts'
import { el, firstChild, type Stanza } from './wire/nodes.ts'

interface Office {
  directory: Directory
  faults: Faults
  media: MediaHost
  router: MessageRouter
  problems: Problems
  /** A client is online. */
  announce(device: LinkedDevice): void
}

/** Takes the stanzas of a client that is logged in. */
export class Session {
  readonly #device: LinkedDevice
  readonly #deps: Office

  constructor(device: LinkedDevice, office: Office) {
    this.#device = device
    this.#deps = office
  }

  async take(stanza: Stanza): Promise<void> {
    const { router, problems } = this.#deps
    const device = this.#device
    switch (stanza.tag) {
      case 'iq':
        return this.#query(stanza)
      case 'message':
        return router.message(device, stanza)
      case 'receipt':
        return router.receipt(device, stanza)
      case 'chatstate':
        return router.chatState(device, stanza)
      case 'call':
        return router.call(device, stanza)
      case 'ack':
        return this.#acknowledged(stanza)
      case 'presence':
        return this.#presence(stanza)
      case 'ib':
        return
      default:
        problems.unknown(stanza)
    }
  }

  #acknowledged({ attrs }: Stanza): void {
    const { class: stanzaClass = '', id, type, error } = attrs
    if (stanzaClass === 'message' && error !== undefined && id !== undefined) return this.#device.refuse(id)
    this.#device.acknowledge(stanzaClass, id, type)
  }

  /** The client is ready: sends it its waiting messages. */
  async goOnline(): Promise<void> {
    await goOnline(this.#device)
    this.#deps.announce(this.#device)
  }

  async #query(stanza: Stanza): Promise<void> {
    const { type } = stanza.attrs
    if (type === 'result' || type === 'error') return
    const request = firstChild(stanza)?.tag
    if (request === 'active') return this.#goActive(stanza)
    if (request === 'remove-companion-device') return this.#logOut(stanza)
    return this.#ask(stanza)
  }

  async #goActive(stanza: Stanza): Promise<void> {
    await this.#device.push(done(stanza))
    await this.goOnline()
  }

  async #logOut(stanza: Stanza): Promise<void> {
    const device = this.#device
    device.account.forgetDevice(device)
    device.events.emit('loggedOut')
    await device.push(done(stanza))
  }

  async #ask(stanza: Stanza): Promise<void> {
    const device = this.#device
    const { directory, media, faults, problems } = this.#deps
    // Clients check the connection with pings, so rate limits do not count them.
    const error = firstChild(stanza)?.tag === 'ping' ? undefined : faults.takeQueryError(device.account)
    if (error !== undefined) return device.push(refuseQuery(stanza, error))
    const answer = await answerQuery({ device, stanza, directory, media })
    if (!answer) problems.unknown(stanza)
    await device.push(answer ?? refuseQuery(stanza, 501))
    await bootstrap(device)
  }

  #presence({ attrs }: Stanza): void {
    const { type, to } = attrs
    const watched = type === 'subscribe' ? this.#deps.directory.account(to) : undefined
    if (watched) this.#device.watched.add(watched.number)
    if (type !== 'available' && type !== 'unavailable') return
    this.#device.presence = type
    this.#device.events.emit('presence', type)
  }
}

function done({ attrs }: Stanza): Stanza {
  return el('iq', { type: 'result', id: attrs['id'], from: S_WHATSAPP_NET })
}
