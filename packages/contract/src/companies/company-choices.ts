import { z } from 'zod'
import { Flag, When } from '../shared/fields.ts'

/**
 * Where a company stands; each is in one state. `dueSoon`: within `dueSoonDays`. `grace`: it was due, and
 * everything still works for some days. `off`: switched off by the operator.
 */
export const companyStates = ['trial', 'active', 'dueSoon', 'grace', 'blocked', 'off', 'closed'] as const
export type CompanyState = (typeof companyStates)[number]

/**
 * Which companies a list has. `overdue`: with an open invoice past its due date. `new`, `gone`, `paid`: created, closed or
 * paid in a month. `disconnected`: it works, and a connection is not up.
 */
export const companyFilters = [
  ...companyStates,
  'overdue',
  'trialEnding',
  'new',
  'gone',
  'paid',
  'disconnected',
  'unsent',
  'deadLetters',
] as const
export type CompanyFilter = (typeof companyFilters)[number]

/** `waiting`: whose oldest unsent message has waited longest is first. */
export const companySorts = ['name', 'due', 'created', 'lastLogin', 'waiting'] as const
export type CompanySort = (typeof companySorts)[number]

/** A month of the platform's company: YYYY-MM. */
export const Month = z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, 'invalidDate')

/** What a page of companies is asked for, besides search and number. */
export const companyChoice = {
  filter: z.enum(companyFilters).optional(),
  /** Of `new`, `gone` and `paid`; this month by default. */
  month: Month.optional(),
  sort: z.enum(companySorts).default('name'),
  /** Each row says what the company uses. */
  withUse: Flag.default(false),
}

/** What a company uses, besides its users and connections. Its plan says how much it may. */
export const CompanyUse = z.object({
  queues: z.number(),
  connectionsUp: z.number(),
  /** Sent and received in the last 24 hours, without private notes. */
  messages: z.number(),
  /** Of files. */
  storageBytes: z.number(),
  oldestUnsentAt: When.nullable(),
  deadLetters: z.number(),
})
export type CompanyUse = z.output<typeof CompanyUse>
