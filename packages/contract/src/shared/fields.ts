import { z } from 'zod'
import { limits } from './limits.ts'

const written = /^-?\d{1,20}(\.\d{1,20})?$/
const read = (value: unknown) => (typeof value === 'string' && written.test(value) ? Number(value) : value)

/** A number or its decimal digits, because paths, forms and older clients send text. */
export const numeric = <N extends z.ZodNumber>(number: N) => z.preprocess<unknown, N, number | string>(read, number)
export const whole = (least: number, most: number) => numeric(z.number().int().min(least).max(most))

/** Ids are identity bigints; JSON has them as numbers, forms and paths as digits. */
export const Id = whole(1, Number.MAX_SAFE_INTEGER)
export const IdParams = z.object({ id: Id })

/** A select without a choice sends null, an empty text, false or 0; all of them mean none. */
const orNone = (number: typeof Id) =>
  z
    .union([number, z.literal(''), z.literal(false), z.literal(0), z.literal('0'), z.null()])
    .transform((value) => (typeof value === 'number' && value > 0 ? value : null))
export const OptionalId = orNone(Id)
export const OptionalPosition = orNone(whole(1, limits.integer))

/** A text that may be missing or null, which means empty. Texts for customers are as long as a message may be. */
export const optionalText = (most: number) =>
  z
    .string()
    .max(most, 'tooLong')
    .nullable()
    .transform((value) => value ?? '')
    .default('')
export const OptionalText = optionalText(limits.messageText)

/** A count, sent by forms as number, digits or an empty text. */
export const OptionalCount = z
  .union([whole(0, limits.integer), z.literal(''), z.null()])
  .transform((value) => value || 0)

export const Flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
])

/** 'enabled' or 'disabled', as the API has settings and user rights. */
export const Switch = z.enum(['enabled', 'disabled'])

/** A list in a query string as JSON text (`queueIds=[1,2]`). */
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

/** A list of ids; 0 and null mean none (no queue). */
export const IdList = jsonList(z.union([whole(0, Number.MAX_SAFE_INTEGER), z.null().transform(() => 0)]))

export const PageNumber = whole(1, 10_000).default(1)
export const SearchParam = z
  .string()
  .max(200)
  .default('')
  .transform((text) => text.trim())

export const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalidHour')
export const Color = z.string().regex(/^#[0-9a-f]{3,6}$/i, 'invalidColor')

/** Without the characters that nobody sees: joiners, fillers, soft hyphens, the empty pattern of Braille. */
export const seen = (text: string): string => text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '').trim()

/**
 * One line of text, without control characters and without characters that change the direction of writing (S43). Joiners
 * stay, because some languages and emojis need them, but a text of which nothing is seen is empty.
 */
export const cleanLine = (text: string) => {
  const line = text
    .toWellFormed()
    .replace(/[\t\n\r]+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  return seen(line) === '' ? '' : line
}

/** Counts what is seen, and an emoji once, although JavaScript counts two. */
export const hasLetters = (least: number) => (text: string) => Array.from(seen(text)).length >= least
export const Name = z
  .string('required')
  .overwrite(cleanLine)
  .min(2, 'tooShort')
  .max(50, 'tooLong')
  .refine(hasLetters(2), 'tooShort')
export const Email = z.email('invalidEmail').max(254, 'tooLong')
export const When = z.iso.datetime()
/** The database has no year 0, although ISO 8601 has. */
export const hasYear = (date: string) => !date.startsWith('0000')
export const Day = z.iso.date().refine(hasYear, 'invalidDate')

/** Service hours of a weekday in two shifts (docs/requirements/back-office.md, section 3). */
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

/**
 * The same fields for a change: undefined fields stay as they are. (`partial()` would fill in the defaults and
 * overwrite them.)
 */
export function changeOf<S extends z.ZodRawShape>({ shape }: z.ZodObject<S>): z.ZodObject<Change<S>> {
  const changed = Object.entries(shape).map(([name, field]) => {
    const given = field instanceof z.ZodDefault ? field.unwrap() : field
    return [name, given instanceof z.ZodType ? given.optional() : given] as const
  })
  // TypeScript loses the names in Object.entries and fromEntries.
  return z.object(Object.fromEntries(changed)) as unknown as z.ZodObject<Change<S>>
}
