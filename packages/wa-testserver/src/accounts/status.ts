import type { Account } from './account.ts'

/** What somebody posts for those who follow their status ("stories"); it comes in like a message of a group. */
export class Status {
  readonly kind = 'status'
  readonly jid = 'status@broadcast'
  readonly viewers: readonly Account[]

  constructor(viewers: readonly Account[]) {
    this.viewers = viewers
  }

  get audience(): Iterable<Account> {
    return this.viewers
  }
}
