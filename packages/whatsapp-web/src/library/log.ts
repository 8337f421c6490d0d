import type { UserFacingSocketConfig } from '@whiskeysockets/baileys'

/** A pino logger. */
export type Log = NonNullable<UserFacingSocketConfig['logger']>

const nothing = () => {}

/**
 * Logs only the text of the library's entries: their objects contain stanzas, phone numbers and messages (security
 * S73).
 */
export function textLogOf(log: Log): Log {
  const write = (about: unknown, words?: string) => log.debug({ event: 'whatsapp.library', ...named(about) }, words)
  const own: Log = {
    level: 'warn',
    child: () => own,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: write,
    error: write,
  }
  return own
}

function named(about: unknown): { reason?: string } {
  if (typeof about !== 'object' || about === null) return {}
  const error = [Reflect.get(about, 'err'), Reflect.get(about, 'error'), about].find((one) => one instanceof Error)
  return error ? { reason: error.name } : {}
}
