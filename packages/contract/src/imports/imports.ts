import { z } from 'zod'

const day = 86_400_000

/** Of the import of old messages (docs/requirements/back-office.md, sections 5 and 9). In ms. */
export const importLimits = {
  /** How far back it may reach: two years, and the leap day that may lie in them. */
  oldest: 731 * day,
  /** From when it starts unless somebody says otherwise. */
  start: day,
  /** So much may the clock of who asks be ahead. */
  clockSkew: 5 * 60_000,
  /** After the last that the phone has told; so long it is being prepared. */
  preparing: 35_000,
} as const

/** A moment between two years ago and now. Without a zone it is taken as the server's, as older clients mean it. */
export const ImportDate = z.iso
  .datetime({ offset: true, local: true })
  .transform((text) => new Date(text))
  .refine((date) => isImportDate(date), 'invalidDate')
  .transform((date) => date.toISOString())

export function isImportDate(date: Date, now = Date.now()): boolean {
  const at = date.getTime()
  return at >= now - importLimits.oldest && at <= now + importLimits.clockSkew
}

/** What an empty field sends is "none". */
export const OptionalImportDate = z.union([ImportDate, z.literal('').transform(() => null), z.null()]).optional()

/** How far an import has come. Both numbers are -1 while the phone still tells what there is. */
export const ImportProgress = z.object({
  this: z.number(),
  all: z.number(),
  /** Of the message that was brought in last, as DD/MM/YY HH:mm:ss in the company's time zone. */
  date: z.string(),
})
export type ImportProgress = z.output<typeof ImportProgress>

/** What `statusImportMessages` says beside null and the time, in epoch ms, when the phone has told something last. */
export const importStatuses = { running: 'Running', closable: 'renderButtonCloseTickets' } as const
