import type { Identity } from '@guiche/channel'

/** WhatsApp has several kinds of address. LIDs and groups need a suffix that says the kind; a phone number has none. */
export function addressOf({ kind, value }: Identity): string {
  if (kind === 'lid') return `${value}@lid`
  return kind === 'group' && !value.includes('@') ? `${value}@g.us` : value
}
