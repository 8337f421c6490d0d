import { chatsDefects } from './areas/chats.ts'
import { messagesDefects } from './areas/messages.ts'
import { numbersDefects } from './areas/numbers.ts'
import { sessionsDefects } from './areas/sessions.ts'
import { wallsDefects } from './areas/walls.ts'
import type { Defect } from './defect.ts'

/** Those of each area. */
export const defects: Defect[] = [
  ...messagesDefects,
  ...sessionsDefects,
  ...wallsDefects,
  ...chatsDefects,
  ...numbersDefects,
]
