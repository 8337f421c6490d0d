export type ActionGroup = 'general' | 'list' | 'ticket' | 'write'

interface Entry {
  /** `j`, `?`, `Enter`, `mod+k`, `alt+1`; mod is Ctrl, and Cmd on a Mac. */
  keys: string
  group: ActionGroup
  /** Translation key of what it does. */
  label: string
  /** Cannot be given other keys: they mean the same in all programs, or on one field only. */
  isFixed?: true
}

/** All shortcuts of the application by their usual keys, in the order of the list of shortcuts. */
export const catalog = [
  { keys: 'mod+k', group: 'general', label: 'shell.search' },
  { keys: 'n', group: 'general', label: 'shell.keys.create' },
  { keys: '?', group: 'general', label: 'shell.keys.thisList' },
  { keys: 'z', group: 'general', label: 'ui.undo' },
  { keys: 'Escape', group: 'general', label: 'shell.keys.close', isFixed: true },
  { keys: 'j', group: 'list', label: 'tickets.keys.next' },
  { keys: 'k', group: 'list', label: 'tickets.keys.previous' },
  { keys: 'Enter', group: 'list', label: 'tickets.keys.open', isFixed: true },
  { keys: 'alt+1', group: 'list', label: 'tickets.tab.open' },
  { keys: 'alt+2', group: 'list', label: 'tickets.tab.pending' },
  { keys: 'alt+3', group: 'list', label: 'tickets.tab.group' },
  { keys: 'a', group: 'ticket', label: 'tickets.action.accept' },
  { keys: 't', group: 'ticket', label: 'tickets.action.transfer' },
  { keys: 'e', group: 'ticket', label: 'tickets.action.finish' },
  { keys: 'r', group: 'ticket', label: 'tickets.keys.reply' },
  { keys: '/', group: 'ticket', label: 'quick-messages.menu.key' },
  { keys: 'mod+f', group: 'ticket', label: 'search.within.label' },
  { keys: 'l', group: 'ticket', label: 'tickets.keys.tags' },
  { keys: 'i', group: 'ticket', label: 'tickets.head.drawer' },
  { keys: 'Enter', group: 'write', label: 'messages.keys.send', isFixed: true },
  { keys: 'shift+Enter', group: 'write', label: 'messages.keys.newLine', isFixed: true },
  { keys: 'alt+p', group: 'write', label: 'messages.keys.private' },
  { keys: 'Escape', group: 'write', label: 'messages.voice.discard', isFixed: true },
] as const satisfies readonly Entry[]

export type UsualKeys = (typeof catalog)[number]['keys']
export type CatalogEntry = (typeof catalog)[number]

export const isFixed = (entry: CatalogEntry): boolean => 'isFixed' in entry
