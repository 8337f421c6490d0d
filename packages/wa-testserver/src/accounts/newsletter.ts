import { proto } from '@whiskeysockets/baileys'
import { newStanzaId, nowSeconds } from '../ids.ts'
import { el } from '../wire/nodes.ts'
import type { Phone } from './phone.ts'

/** A channel that phones follow ("newsletter"): its posts are not encrypted. */
export class Newsletter {
  readonly jid: string
  readonly #followers: readonly Phone[]
  #posts = 0

  constructor(id: string, followers: readonly Phone[]) {
    this.jid = `${id}@newsletter`
    this.#followers = followers
  }

  /** Publishes a post and returns its message id. */
  async post(text: string): Promise<string> {
    const id = newStanzaId()
    const serverId = ++this.#posts
    const plaintext = proto.Message.encode({ conversation: text }).finish()
    for (const device of this.#followers.flatMap((phone) => phone.linkedDevices)) {
      await device.post(
        el('message', { from: this.jid, id, type: 'text', server_id: serverId, t: nowSeconds() }, [
          el('plaintext', {}, plaintext),
        ]),
      )
    }
    return id
  }
}
