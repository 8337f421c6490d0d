import type { InternalChatView, InternalMessageView, UserRef } from '@guiche/contract'

interface Readers {
  read: UserRef[]
  unread: UserRef[]
}

/** The other members, by whether they have read up to the message. */
export function readersOf(
  { users }: Pick<InternalChatView, 'users'>,
  { id, senderId }: Pick<InternalMessageView, 'id' | 'senderId'>,
): Readers {
  const others = users.filter(({ userId }) => userId !== senderId)
  const hasRead = ({ readMessageId }: (typeof others)[number]) => (readMessageId ?? 0) >= id
  return {
    read: others.filter(hasRead).map(({ user }) => user),
    unread: others.filter((member) => !hasRead(member)).map(({ user }) => user),
  }
}
