import { type Defect, server } from '../defect.ts'

/** Of internal chats. */
export const chatsDefects: Defect[] = [
  {
    name: 'an internal chat is shown to people who are no members',
    file: `${server}/modules/internal-chats/chats.repository.ts`,
    text: 'i.chat_id = c.id and i.user_id = ${actor.userId})',
    replacement: 'i.chat_id = c.id and i.user_id <> ${-actor.userId})',
    foundBy: {
      file: `${server}/modules/internal-chats/internal-chats.test.ts`,
      test: 'to people who are no members a chat does not exist, whatever they call',
    },
  },
  {
    name: 'an internal chat is read for somebody else',
    file: `${server}/modules/internal-chats/read-chat.ts`,
    text: 'if (userId !== undefined && userId !== ctx.actor.userId)',
    replacement: 'if (userId === 0)',
    foundBy: {
      file: `${server}/modules/internal-chats/internal-chats.test.ts`,
      test: 'is read for oneself only',
    },
  },
  {
    name: 'events of an internal chat go to everybody of the company',
    file: `${server}/modules/internal-chats/internal-chats.live.ts`,
    text: 'rooms: roomsOf(companyId, memberIdsOf(chat))',
    replacement: 'rooms: [rooms.company(companyId)]',
    foundBy: {
      file: `${server}/modules/internal-chats/internal-messages.slow.test.ts`,
      test: 'go to the members and to nobody else, under the names that existing clients know',
    },
  },
]
