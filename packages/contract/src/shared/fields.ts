import { z } from 'zod'
import { limits } from './limits.ts'

const written = /^-?\d{1,20}(\.\d{1,20})?$/
const read = (value: unknown) => (typeof value === 'string' && written.test(value) ? Number(value) : value)

/** A number, or one that is written out: paths, forms and older clients send those. Nothing else is taken for one. */
export const numeric = <N extends z.ZodNumber>(number: N) => z.preprocess<unknown, N, number | string>(read, number)
export const whole = (least: number, most: number) => numeric(z.number().int().min(least).max(most))

/** Ids are identity bigints; the wire has them as numbers, forms and paths as digits. */
export const Id = whole(1, Number.MAX_SAFE_INTEGER)
export const IdParams = z.object({ id: Id })

/** What a select without a choice sends: nothing, null, an empty text, false or 0. All of it means "none". */
const orNone = (number: typeof Id) =>
  z
    .union([number, z.literal(''), z.literal(false), z.literal(0), z.literal('0'), z.null()])
    .transform((value) => (typeof value === 'number' && value > 0 ? value : null))
export const OptionalId = orNone(Id)
export const OptionalPosition = orNone(whole(1, limits.integer))

/** A text of one's own that may be absent or null, and then is empty. What is sent to customers is as long as a message may be. */
export const optionalText = (most: number) =>
  z
    .string()
    .max(most, 'tooLong')
    .nullable()
    .transform((value) => value ?? '')
    .default('')
export const OptionalText = optionalText(limits.messageText)

/** A count that forms send as number, digits or an empty text. */
export const OptionalCount = z
  .union([whole(0, limits.integer), z.literal(''), z.null()])
  .transform((value) => value || 0)

export const Flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
])

/** 'enabled' or 'disabled', as settings and user rights have it on the wire. */
export const Switch = z.enum(['enabled', 'disabled'])

/** A list in a query string: JSON text (`queueIds=[1,2]`). */
export const jsonList = <T extends z.ZodType>(item: T) =>
  z.union([
    z.array(item).max(1000),
    z
      .string()
      .transform((text, context): unknown => {
        if (text === '') return []
        try {
          return JSON.parse(text)
        } catch {
          context.issues.push({ code: 'custom', message: 'invalidJson', input: text })
          return z.NEVER
        }
      })
      .pipe(z.array(item).max(1000)),
  ])

/** Ids in a list; 0 and null stand for "none" (no queue). */
export const IdList = jsonList(z.union([whole(0, Number.MAX_SAFE_INTEGER), z.null().transform(() => 0)]))

export const PageNumber = whole(1, 10_000).default(1)
export const SearchParam = z
  .string()
  .max(200)
  .default('')
  .transform((text) => text.trim())

export const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalidHour')
export const Color = z.string().regex(/^#[0-9a-f]{3,6}$/i, 'invalidColor')

/** One line to be read by people: without control characters and without marks that turn the direction of what follows (S43). */
export const cleanLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\t\n\r]+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()

/** Letters as the database counts them: an emoji is one, though JavaScript says two. */
export const hasLetters = (least: number) => (text: string) => Array.from(text).length >= least
export const Name = z
  .string('required')
  .overwrite(cleanLine)
  .min(2, 'tooShort')
  .max(50, 'tooLong')
  .refine(hasLetters(2), 'tooShort')
export const Email = z.email('invalidEmail').max(254, 'tooLong')
export const When = z.iso.datetime()
/** The database has no year 0, though the standard for writing dates has. */
export const hasYear = (date: string) => !date.startsWith('0000')
export const Day = z.iso.date().refine(hasYear, 'invalidDate')

/** Service hours of a weekday, in two shifts (docs/requirements/back-office.md, section 3). */
export const ScheduleEntry = z.object({
  weekday: z.string().max(40),
  weekdayEn: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  startTimeA: Hour.or(z.literal('')).default(''),
  endTimeA: Hour.or(z.literal('')).default(''),
  startTimeB: Hour.or(z.literal('')).default(''),
  endTimeB: Hour.or(z.literal('')).default(''),
})
export type ScheduleEntry = z.output<typeof ScheduleEntry>
export const Schedules = z.array(ScheduleEntry).max(7)

export const Done = z.object({ message: z.string() })

type Change<S extends z.ZodRawShape> = {
  [K in keyof S]: z.ZodOptional<S[K] extends z.ZodDefault<infer Inner> ? Inner : S[K]>
}

/** The same fields to change something with: what is absent stays as it is. (`partial()` alone would fill in the defaults and overwrite it.) */
export function changeOf<S extends z.ZodRawShape>({ shape }: z.ZodObject<S>): z.ZodObject<Change<S>> {
  const changed = Object.entries(shape).map(([name, field]) => {
    const given = field instanceof z.ZodDefault ? field.unwrap() : field
    return [name, given instanceof z.ZodType ? given.optional() : given] as const
  })
  // The compiler cannot follow the names through entries and back.
  return z.object(Object.fromEntries(changed)) as unknown as z.ZodObject<Change<S>>
}
