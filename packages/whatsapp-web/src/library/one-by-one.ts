import type { BinaryNode } from '@whiskeysockets/baileys'

/**
 * The library looks up the sender before it decrypts a message, so later messages can overtake the first one of a
 * stranger. It handles offline messages one after another, so every message is marked as one.
 */
export function handleInTurn(stanza: BinaryNode): void {
  if (stanza.tag === 'message') stanza.attrs['offline'] ??= '0'
}
