import { z } from 'zod'
import { endpoint } from '../shared/call.ts'

/**
 * What the dashboard counts. What each one means is written once, with its predicate, in the server's
 * `modules/numbers/definitions.ts`; docs/numbers.md is made from it.
 */
export const numberNames = [
  'pendingNow',
  'openNow',
  'waitingNow',
  'ratingNow',
  'started',
  'finished',
  'finishedByPeople',
  'finishedByBots',
  'finishedUnanswered',
  'closed',
  'leads',
  'serviceTime',
  'pickupTime',
  'waitTime',
  'waitServiceTime',
  'firstWaitTime',
  'unansweredWaits',
  'rated',
  'unrated',
  'score',
  'great',
  'good',
  'bad',
  'promoters',
  'passives',
  'detractors',
] as const
export const NumberName = z.enum(numberNames)
export type NumberName = z.output<typeof NumberName>

/**
 * `tickets`, `attendances`, `contacts`, `waits`: the number counts these. `seconds`, `stars`: the number is the mean of
 * such values, and its list has them; stars are from 0 to 5.
 */
export const NumberUnit = z.enum(['tickets', 'attendances', 'contacts', 'waits', 'seconds', 'stars'])
export type NumberUnit = z.output<typeof NumberUnit>

/** The number is the mean of values, with their median and 90th percentile beside it. */
export const isMean = (unit: NumberUnit): unit is 'seconds' | 'stars' => unit === 'seconds' || unit === 'stars'

/** The languages of the texts that say what a number means. */
export const NumberLanguage = z.enum(['pt', 'en', 'es', 'tr'])
export type NumberLanguage = z.output<typeof NumberLanguage>

export const NumberDefinition = z.object({
  name: NumberName,
  label: z.string(),
  /** What exactly is counted: one or two sentences. */
  sentence: z.string(),
  unit: NumberUnit,
  /** False: it says how things are now, and no period applies to it. */
  hasPeriod: z.boolean(),
  /** Whether it can be broken down by the attendant. */
  hasUser: z.boolean(),
})
export type NumberDefinition = z.output<typeof NumberDefinition>

export const numberCalls = {
  listNumbers: endpoint({
    method: 'GET',
    path: '/numbers',
    summary: 'What each number of the dashboard means',
    access: 'dashboard',
    feature: 'none',
    query: z.object({ language: NumberLanguage.default('pt') }),
    answer: z.array(NumberDefinition),
  }),
} as const
