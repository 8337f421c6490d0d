import type { Identity } from '@guiche/channel'

/** Where WhatsApp has several kinds of address, theirs says which it is; a number is one by itself. */
export function addressOf({ kind, value }: Identity): string {
  if (kind === 'lid') return `${value}@lid`
  return kind === 'group' && !value.includes('@') ? `${value}@g.us` : value
}
