import type { Backoff } from '@guiche/channel'
import { DisconnectReason } from '@whiskeysockets/baileys'

/** Why a session has ended for good, until a person does something. */
export type EndReason = 'logged_out' | 'replaced' | 'banned' | 'unsupported' | 'qr_expired' | 'passkey'

const final: Record<number, EndReason> = {
  [DisconnectReason.loggedOut]: 'logged_out',
  [DisconnectReason.forbidden]: 'banned',
  // Banned for a time.
  402: 'banned',
  [DisconnectReason.connectionReplaced]: 'replaced',
  [DisconnectReason.multideviceMismatch]: 'unsupported',
}

/** What the end of a line means: to be opened again, or never by itself (reliability R34). */
export function endOf(code: number, isLinked: boolean): EndReason | undefined {
  if (!isLinked && code === DisconnectReason.timedOut) return 'qr_expired'
  return final[code]
}

/** In ms: the pauses before a line that was lost is opened again. */
export const reconnectPause: Backoff = { base: 1000, factor: 2, cap: 300_000, jitter: 0.2 }

/** The library's errors carry the code in a place of their own. */
export function codeOf(error: unknown): number {
  if (!(error instanceof Error) || !('output' in error)) return 0
  const { output } = error
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return 0
  return Number(output.statusCode) || 0
}
