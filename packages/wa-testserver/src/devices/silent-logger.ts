import type { UserFacingSocketConfig } from '@whiskeysockets/baileys'

/** For the simulated devices, whose troubles show in what they do. */
export const silentLogger: NonNullable<UserFacingSocketConfig['logger']> = {
  level: 'silent',
  child: () => silentLogger,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
}
