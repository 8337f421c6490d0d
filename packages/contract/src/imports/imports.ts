import { z } from 'zod'

const day = 86_400_000

/** Limits of the import of old messages, in ms (docs/requirements/back-office.md, sections 5 and 9). */
export const importLimits = {
  /** How far back it may reach: two years including a leap day. */
  oldest: 731 * day,
  /** Where it starts by default. */
  start: day,
  /** How far the client's clock may be ahead. */
  clockSkew: 5 * 60_000,
  /** How long the import is prepared after the phone sent its last part. */
  preparing: 35_000,
} as const

/**
 * A time between two years ago and now. Without a time zone it is in the server's time zone, because older clients send
 * it so.
 */
export const ImportDate = z.iso
  .datetime({ offset: true, local: true })
  .transform((text) => new Date(text))
  .refine((date) => isImportDate(date), 'invalidDate')
  .transform((date) => date.toISOString())

export function isImportDate(date: Date, now = Date.now()): boolean {
  const at = date.getTime()
  return at >= now - importLimits.oldest && at <= now + importLimits.clockSkew
}

/** An empty field means none. */
export const OptionalImportDate = z.union([ImportDate, z.literal('').transform(() => null), z.null()]).optional()

/** Progress of an import. Both numbers are -1 while the phone is still sending. */
export const ImportProgress = z.object({
  this: z.number(),
  all: z.number(),
  /** Time of the last imported message, as DD/MM/YY HH:mm:ss in the company's time zone. */
  date: z.string(),
  /** In percent, how much the phone has sent. Null: it does not say. */
  sent: z.number().nullable(),
})
export type ImportProgress = z.output<typeof ImportProgress>

/** Values of `statusImportMessages` other than null and the time (epoch ms) at which the phone sent its last part. */
export const importStatuses = { running: 'Running', closable: 'renderButtonCloseTickets' } as const
