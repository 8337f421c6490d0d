/** Of the year 9999. */
const lastTime = 253_402_300_799_999

/** In ms since 1970. Anything that is no time is none. */
export const dateOf = (ms = Number.NaN): Date | undefined => (ms >= 0 && ms <= lastTime ? new Date(ms) : undefined)

export const isoTime = (ms?: number): string | undefined => dateOf(ms)?.toISOString()
