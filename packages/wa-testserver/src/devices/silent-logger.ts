import type { UserFacingSocketConfig } from '@whiskeysockets/baileys'

/** For simulated devices, whose failures show in their behaviour. */
export const silentLogger: NonNullable<UserFacingSocketConfig['logger']> = {
  level: 'silent',
  child: () => silentLogger,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
}
