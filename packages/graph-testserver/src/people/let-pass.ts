import type { Span } from '@guiche/pix-testserver/clock'
import type { Thread } from '../business/phone-number.ts'
import type { Directory } from '../directory.ts'

/** All that has happened was so much earlier: windows close, and nothing else that a product sees has a wrong time. */
export function letPass(directory: Directory, { days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): void {
  const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  const earlier = (moment: Date) => new Date(moment.getTime() - ms)
  const numbers = directory.all('number')
  for (const { threads } of numbers)
    for (const thread of threads.values())
      for (const name of ['lastFromPerson', 'freeEntryUntil', 'numberKnownUntil', 'typingUntil'] as const)
        setBack(thread, name, earlier)
  const pages = [...directory.all('page'), ...directory.all('instagram')]
  for (const friend of pages.flatMap(({ friends }) => [...friends.values()]))
    if (friend.lastSeenAt) friend.lastSeenAt = earlier(friend.lastSeenAt)
  const written = [...numbers, ...pages].flatMap(({ messages }) => [...messages.values()])
  const received = directory.people.flatMap(({ inbox }) => inbox.messages)
  for (const message of [...written, ...received]) message.at = earlier(message.at)
}

function setBack(thread: Thread, name: keyof Thread, earlier: (moment: Date) => Date): void {
  const moment = thread[name]
  if (moment) thread[name] = earlier(moment)
}
