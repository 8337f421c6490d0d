import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Day, Done, Flag, IdParams, Name, changeOf, whole } from '../shared/fields.ts'

/** In the order of the year. Those of Carnival, Good Friday and Corpus Christi move with Easter. */
export const brazilianHolidays = [
  'newYear',
  'carnivalMonday',
  'carnivalTuesday',
  'goodFriday',
  'tiradentes',
  'labor',
  'corpusChristi',
  'independence',
  'aparecida',
  'allSouls',
  'republic',
  'blackAwareness',
  'christmas',
] as const
export type BrazilianHoliday = (typeof brazilianHolidays)[number]
const Holiday = z.enum(brazilianHolidays)

/** A day of a year that is closed, or that would be a holiday and that the company opens. */
export const HolidayView = z.object({
  /** Null: a national holiday that the company has not opened. */
  id: z.number().nullable(),
  /** Null: a day of the company. */
  holiday: Holiday.nullable(),
  /** YYYY-MM-DD, in the year that was asked for. */
  day: z.string(),
  /** Of a day of the company; empty for a national holiday. */
  name: z.string(),
  isOpen: z.boolean(),
  isYearly: z.boolean(),
})
export type HolidayView = z.output<typeof HolidayView>

export const HolidayBody = z.object({
  day: Day,
  name: Name,
  isOpen: Flag.default(false),
  isYearly: Flag.default(false),
})

export const holidayCalls = {
  listHolidays: endpoint({
    method: 'GET',
    path: '/holidays',
    summary: 'Holidays of a year, national ones and days of the company',
    access: 'admin',
    feature: 'none',
    query: z.object({ year: whole(2000, 2100) }),
    answer: z.array(HolidayView),
  }),
  createHoliday: endpoint({
    method: 'POST',
    path: '/holidays',
    summary: 'A day on which the company is closed, or open although it is a holiday',
    access: 'admin',
    feature: 'none',
    body: HolidayBody,
    answer: HolidayView,
  }),
  updateHoliday: endpoint({
    method: 'PUT',
    path: '/holidays/:id',
    summary: 'Change a day of the company',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: changeOf(HolidayBody),
    answer: HolidayView,
  }),
  deleteHoliday: endpoint({
    method: 'DELETE',
    path: '/holidays/:id',
    summary: 'Remove a day of the company',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  openNationalHoliday: endpoint({
    method: 'PUT',
    path: '/holidays/national/:holiday',
    summary: 'Open a national holiday in every year, or close it again',
    access: 'admin',
    feature: 'none',
    params: z.object({ holiday: Holiday }),
    body: z.object({ isOpen: Flag }),
    answer: Done,
  }),
} as const
