import type { Inbound } from '@guiche/channel'
import { type GroupMetadata, isJidGroup, type WASocket } from '@whiskeysockets/baileys'
import { identityOf } from './jid.ts'

interface Around {
  sock: WASocket
  /** Whether groups are heard at all; of those that are not, nothing is asked. */
  takesGroups(): Promise<boolean>
  onGroup(group: Inbound): void
  onFailure(error: unknown): void
}

/** The groups of a line: each is asked for once, when it is first heard of, and again when the network says that it has changed. */
export class Groups {
  readonly #around: Around
  readonly #known = new Map<string, Promise<GroupMetadata>>()

  constructor(around: Around) {
    this.#around = around
    const { ev } = around.sock
    ev.on('groups.update', (groups) => groups.forEach(({ id }) => id && this.#renew(id)))
    ev.on('group-participants.update', ({ id }) => this.#renew(id))
  }

  /** Something was said there. */
  hear(jid: string | undefined): void {
    if (jid && isJidGroup(jid) && !this.#known.has(jid)) void this.#meet(jid)
  }

  /** Who is to get what we say there. */
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
      // It is asked for again with the next message.
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
