import { jidDecode } from '@whiskeysockets/baileys'
import type { Account, Addressing } from './accounts/account.ts'
import type { Group } from './accounts/group.ts'
import type { Endpoint } from './devices/endpoint.ts'

/** Knows every account and group, by any of their addresses. */
export class Directory {
  readonly #byNumber = new Map<string, Account>()
  readonly #byLid = new Map<string, Account>()
  readonly #groups = new Map<string, Group>()
  #ids = 0

  add<T extends Account>(account: T): T {
    for (const number of [account.number, ...account.aliases]) {
      if (this.#byNumber.has(number)) throw new Error(`the number ${number} is taken`)
      this.#byNumber.set(number, account)
    }
    this.#byLid.set(account.lid, account)
    return account
  }

  addGroup(group: Group): Group {
    this.#groups.set(group.jid, group)
    return group
  }

  /** An id for a group or a newsletter. */
  newId(): string {
    return `1203630000000${String(++this.#ids).padStart(5, '0')}`
  }

  group(jid: string): Group | undefined {
    return this.#groups.get(jid)
  }

  groupsOf(account: Account): Group[] {
    return [...this.#groups.values()].filter((group) => group.members.has(account))
  }

  get accounts(): Account[] {
    return [...this.#byLid.values()]
  }

  byNumber(number: string): Account | undefined {
    return this.#byNumber.get(number)
  }

  /** The account behind an address, in either form, with or without a device. */
  account(jid: string | undefined): Account | undefined {
    const parts = jid === undefined ? undefined : jidDecode(jid)
    if (!parts) return undefined
    return parts.server === 'lid' ? this.#byLid.get(parts.user) : this.#byNumber.get(parts.user)
  }

  /** The device behind an address. */
  device(jid: string): Endpoint | undefined {
    return this.account(jid)?.devices.get(jidDecode(jid)?.device ?? 0)
  }
}

/** Which form an address is in. */
export function addressingOf(jid: string): Addressing {
  return jid.endsWith('@lid') ? 'lid' : 'pn'
}
