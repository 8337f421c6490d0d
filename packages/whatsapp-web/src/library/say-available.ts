import type { AuthenticationState, WASocket } from '@whiskeysockets/baileys'

/**
 * Until it is said that we are here, no customer sees that anything has come. The library says it when a line opens, and only
 * under a name; a personal account learns its own later, and the library does not come back to it.
 */
export function sayAvailableOnceNamed(
  sock: WASocket,
  { creds }: AuthenticationState,
  onFailure: (err: unknown) => void,
): void {
  let isDue = false
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection) isDue = connection === 'open' && !creds.me?.name
  })
  sock.ev.on('creds.update', () => {
    if (!isDue || !creds.me?.name) return
    isDue = false
    sock.sendPresenceUpdate('available').catch(onFailure)
  })
}
