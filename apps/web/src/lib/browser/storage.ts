import { z } from 'zod'

const Shortcuts = z.record(z.string(), z.record(z.string(), z.string()))
type Shortcuts = z.output<typeof Shortcuts>

const Task = z.object({
  id: z.string(),
  text: z.string(),
  isDone: z.boolean(),
  changedAt: z.string(),
})
export type Task = z.output<typeof Task>
const Tasks = z.record(z.string(), z.array(Task))
type Tasks = z.output<typeof Tasks>

/**
 * Everything that the browser stores between visits. Never a customer's message, name or number; what users write into
 * their to-do list is theirs, and stays where they write it.
 */
export const storage = {
  /** JSON text, because other clients of the API read the same key. */
  token: item('token', fromJson, (token: string) => JSON.stringify(token)),
  publicToken: item('public-token', asText, String),
  companyId: item('companyId', asText, String),
  userId: item('userId', asText, String),
  campaignsShown: item('cshow', asText, String),
  profileImage: item('profileImage', asText, String),
  companyDueDate: item('companyDueDate', asText, String),
  currentChat: item('currentChat', asText, String),
  signs: item(
    'sendSignMessage',
    (text) => text === 'true',
    (signs: boolean) => String(signs),
  ),
  theme: item('theme', (text) => (text === 'light' || text === 'dark' ? text : undefined), String),
  language: item('language', asText, String),
  /** Ids of users who turned single-letter shortcuts off. */
  lettersOffFor: item('lettersOffFor', asList, (userIds: readonly string[]) => JSON.stringify(userIds)),
  /** Shortcuts with other keys than the usual ones: by user, by usual keys. */
  shortcuts: item('shortcuts', asShortcuts, (byUser: Shortcuts) => JSON.stringify(byUser)),
  /** Where users left the list of tickets, as JSON text: tabs, ids of filters, scroll position. */
  listPlaces: item('listPlaces', asText, String),
  /** To-do lists, by user. They are stored nowhere else. */
  tasks: item('tasks', asTasks, (byUser: Tasks) => JSON.stringify(byUser)),
  /** The emoji that were used last. */
  recentEmoji: item('recentEmoji', asList, (emoji: readonly string[]) => JSON.stringify(emoji)),
  /** Whether the user wants no notices outside of the window in this browser. */
  noticesOff: item(
    'noticesOff',
    (text) => text === 'true',
    (isOff: boolean) => String(isOff),
  ),
  volume: item('volume', asVolume, (volume: number) => String(volume)),
  playbackRate: item(
    'audioMessageRate',
    (text) => Number(text) || undefined,
    (rate: number) => String(rate),
  ),
}

/** Removes the keys of the session; theme, language, shortcuts, places of lists, tasks, emoji, notices, volume and speed stay. */
export function clearSessionKeys(): void {
  const { token, publicToken, companyId, userId, campaignsShown, profileImage, companyDueDate, currentChat } = storage
  for (const key of [
    token,
    publicToken,
    companyId,
    userId,
    campaignsShown,
    profileImage,
    companyDueDate,
    currentChat,
  ]) {
    key.clear()
  }
}

interface Item<T> {
  readonly key: string
  get(): T | undefined
  set(value: T): void
  clear(): void
}

/** Browsers may refuse storage (private mode, quota): then nothing is stored and nothing fails. */
function item<T>(key: string, read: (text: string) => T | undefined, write: (value: T) => string): Item<T> {
  return {
    key,
    get: () => {
      const text = attempt(() => localStorage.getItem(key))
      return text === null || text === undefined ? undefined : read(text)
    },
    set: (value) => attempt(() => localStorage.setItem(key, write(value))),
    clear: () => attempt(() => localStorage.removeItem(key)),
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function asText(text: string): string | undefined {
  return text || undefined
}

function fromJson(text: string): string | undefined {
  const value: unknown = attempt(() => JSON.parse(text))
  return typeof value === 'string' && value ? value : undefined
}

function asList(text: string): string[] {
  const value: unknown = attempt(() => JSON.parse(text))
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

function asShortcuts(text: string): Shortcuts | undefined {
  return Shortcuts.safeParse(attempt(() => JSON.parse(text))).data
}

function asTasks(text: string): Tasks | undefined {
  return Tasks.safeParse(attempt(() => JSON.parse(text))).data
}

function asVolume(text: string): number | undefined {
  const volume = Number(text)
  return volume >= 0 && volume <= 1 ? volume : undefined
}
