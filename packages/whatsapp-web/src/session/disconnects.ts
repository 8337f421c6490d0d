import type { Backoff } from '@guiche/channel'
import { DisconnectReason } from '@whiskeysockets/baileys'

/** Why a session has ended until a user starts it again. */
/** `refused`: this side does not want the phone that was paired. */
export type EndReason = 'refused' | 'logged_out' | 'replaced' | 'banned' | 'unsupported' | 'qr_expired' | 'passkey'

const final: Record<number, EndReason> = {
  [DisconnectReason.loggedOut]: 'logged_out',
  [DisconnectReason.forbidden]: 'banned',
  // A temporary ban.
  402: 'banned',
  [DisconnectReason.connectionReplaced]: 'replaced',
  [DisconnectReason.multideviceMismatch]: 'unsupported',
}

/** Why the session ends with this disconnect. Undefined: it reconnects (reliability R34). */
export const endOf = (error: unknown): EndReason | undefined =>
  isAfterLastCode(error) ? 'qr_expired' : final[codeOf(error)]

/** Its code is also that of a lost connection, which may end while a QR code is shown. Only the text differs. */
const isAfterLastCode = (error: unknown) => error instanceof Error && error.message === 'QR refs attempts ended'

/** In ms: the pauses before reconnecting. */
export const reconnectPause: Backoff = { base: 1000, factor: 2, cap: 300_000, jitter: 0.2 }

/** The library's errors have their code in `output.statusCode`. */
export function codeOf(error: unknown): number {
  if (!(error instanceof Error) || !('output' in error)) return 0
  const { output } = error
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return 0
  return Number(output.statusCode) || 0
}
