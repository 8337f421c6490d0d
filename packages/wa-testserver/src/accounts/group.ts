import { newStanzaId, nowSeconds } from '../ids.ts'
import { el, type Stanza } from '../wire/nodes.ts'
import type { Account } from './account.ts'

/** A WhatsApp group; its changes are announced to the linked devices of its members. */
export class Group {
  readonly kind = 'group'
  readonly id: string
  subject: string
  readonly owner: Account
  readonly members = new Map<Account, { isAdmin: boolean }>()
  readonly createdAt = nowSeconds()

  constructor(id: string, subject: string, owner: Account, members: readonly Account[]) {
    this.id = id
    this.subject = subject
    this.owner = owner
    this.members.set(owner, { isAdmin: true })
    for (const member of members) this.members.set(member, { isAdmin: false })
  }

  get jid(): string {
    return `${this.id}@g.us`
  }

  get audience(): Iterable<Account> {
    return this.members.keys()
  }

  /** Changes the name of the group. */
  async rename(subject: string, by: Account = this.owner): Promise<void> {
    this.subject = subject
    await this.#announce(by, el('subject', { subject, s_t: nowSeconds(), s_o: by.lidJid() }))
  }

  /** Adds a member. */
  async add(member: Account, by: Account = this.owner): Promise<void> {
    this.members.set(member, { isAdmin: false })
    await this.#announce(by, el('add', {}, [participant(member)]))
  }

  /** Removes a member; with themselves as `by`, they leave. */
  async remove(member: Account, by: Account = this.owner): Promise<void> {
    // Announced first, so that the removed member is notified, too.
    await this.#announce(by, el('remove', {}, [participant(member)]))
    this.members.delete(member)
  }

  /** Makes a member an admin. */
  async promote(member: Account, by: Account = this.owner): Promise<void> {
    this.members.set(member, { isAdmin: true })
    await this.#announce(by, el('promote', {}, [participant(member)]))
  }

  /** Makes an admin a plain member. */
  async demote(member: Account, by: Account = this.owner): Promise<void> {
    this.members.set(member, { isAdmin: false })
    await this.#announce(by, el('demote', {}, [participant(member)]))
  }

  async #announce(by: Account, change: Stanza): Promise<void> {
    const devices = [...this.members.keys()].flatMap((member) => member.linkedDevices)
    for (const device of devices) {
      await device.post(
        el(
          'notification',
          {
            from: this.jid,
            type: 'w:gp2',
            id: newStanzaId(),
            participant: by.lidJid(),
            participant_pn: by.pnJid(),
            addressing_mode: 'lid',
            notify: by.name,
            t: nowSeconds(),
          },
          [change],
        ),
      )
    }
  }
}

function participant(account: Account): Stanza {
  return el('participant', { jid: account.lidJid(), phone_number: account.pnJid() })
}
