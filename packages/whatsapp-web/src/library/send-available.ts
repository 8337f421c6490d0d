import type { AuthenticationState, WASocket } from '@whiskeysockets/baileys'

/**
 * Customers see no delivery receipts until this device has sent its presence. The library sends it when the connection
 * opens, but only with a name. A personal account gets its name later, so this sends the presence then.
 */
export function sendAvailableOnceNamed(
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
