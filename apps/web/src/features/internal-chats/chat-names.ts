import type { ChatMemberView, InternalChatView } from '@guiche/contract'

export const memberOf = ({ users }: InternalChatView, userId: number): ChatMemberView | undefined =>
  users.find((member) => member.userId === userId)

/** A direct talk is called by the other's name. It keeps the title of its begin when they have left the company. */
export function chatName(chat: InternalChatView, myId: number): string {
  const [other] = chat.isDirect ? othersIn(chat, myId) : []
  return other?.user.name ?? chat.title
}

export const othersIn = ({ users }: InternalChatView, myId: number): ChatMemberView[] =>
  users.filter(({ userId }) => userId !== myId)

/** The first name of a person, as a list shows it. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name
