import type { Account } from './account.ts'

/** Status posts ("stories") of a person for their followers. A post arrives like a message of a group. */
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
