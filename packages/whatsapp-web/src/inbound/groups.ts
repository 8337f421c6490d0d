import type { Inbound } from '@guiche/channel'
import { type GroupMetadata, isJidGroup, type WASocket } from '@whiskeysockets/baileys'
import { identityOf } from './jid.ts'

interface Around {
  sock: WASocket
  /** Whether the connection allows groups; otherwise nothing is queried. */
  takesGroups(): Promise<boolean>
  onGroup(group: Inbound): void
  onFailure(error: unknown): void
}

/** Caches group metadata per connection. A group is queried at its first message, and again after a change. */
export class Groups {
  readonly #around: Around
  readonly #known = new Map<string, Promise<GroupMetadata>>()

  constructor(around: Around) {
    this.#around = around
    const { ev } = around.sock
    ev.on('groups.update', (groups) => groups.forEach(({ id }) => id && this.#renew(id)))
    ev.on('group-participants.update', ({ id }) => this.#renew(id))
  }

  /** A message arrived in this chat. */
  hear(jid: string | undefined): void {
    if (jid && isJidGroup(jid) && !this.#known.has(jid)) void this.#meet(jid)
  }

  /** Metadata with the members that get our messages. */
  async find(jid: string): Promise<GroupMetadata | undefined> {
    return this.#known.get(jid)?.catch(() => undefined)
  }

  #renew(jid: string): void {
    if (this.#known.delete(jid)) void this.#meet(jid)
  }

  async #meet(jid: string): Promise<void> {
    const { sock, takesGroups, onGroup, onFailure } = this.#around
    try {
      if (!(await takesGroups()) || this.#known.has(jid)) return
      const asked = sock.groupMetadata(jid)
      this.#known.set(jid, asked)
      const inbound = groupToInbound(await asked)
      if (inbound) onGroup(inbound)
    } catch (error) {
      // The next message queries it again.
      this.#known.delete(jid)
      onFailure(error)
    }
  }
}

function groupToInbound({ id, subject, participants }: GroupMetadata): Inbound | undefined {
  const from = identityOf(id)
  if (!from) return undefined
  const admins = participants
    .filter(({ admin }) => admin)
    .flatMap(({ id: jid, phoneNumber, lid }) => [jid, phoneNumber, lid].map(identityOf))
    .filter((name) => name !== undefined)
  return { kind: 'group', externalId: from.value, from, subject, admins }
}
