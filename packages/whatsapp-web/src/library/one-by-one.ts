import type { BinaryNode } from '@whiskeysockets/baileys'

/**
 * Before it decrypts a message, the library asks for what it knows of the sender, and messages that come meanwhile overtake
 * it: the first words of a stranger would come last. Messages that the network kept for us it handles one after another,
 * so each of them goes for one of these.
 */
export function handleInTurn(stanza: BinaryNode): void {
  if (stanza.tag === 'message') stanza.attrs['offline'] ??= '0'
}
