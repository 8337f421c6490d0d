import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Id, IdParams, SearchParam, When, cleanLine } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { foldAnswer } from './fold-answer.ts'

/** Whole answers, folded, that opt out of campaigns in every company. */
export const optOutWords: readonly string[] = ['sair', 'parar', 'stop', 'descadastrar']

/** Whole answers, folded, that opt in again: the one of each language that the confirmation names. */
export const optInWords = { pt: 'voltar', en: 'start', es: 'volver', tr: 'geri' } as const

const takenWords: ReadonlySet<string> = new Set(Object.values(optInWords))

/** How it came about: the person wrote a word, an attendant did it, a sheet was imported, or the person has told their network. */
export const optOutSources = ['word', 'attendant', 'import', 'network'] as const
export const OptOutSource = z.enum(optOutSources)
export type OptOutSource = z.output<typeof OptOutSource>

const Ref = z.object({ id: z.number(), name: z.string() })

/** The last entry of the ledger about one person. */
const OptOutEntry = z.object({
  at: When,
  source: OptOutSource,
  /** What they wrote, folded. */
  word: z.string(),
  /** The campaign that they answered; null: none, or it was deleted. */
  campaign: Ref.nullable(),
  /** The attendant; null: none, or they were deleted. */
  user: Ref.nullable(),
  /** What the attendant has given as the reason. */
  reason: z.string(),
})
export type OptOutEntry = z.output<typeof OptOutEntry>

/** A person who gets no campaigns now. */
export const OptedOutPerson = OptOutEntry.extend({
  /** Of the entry. */
  id: z.number(),
  /** Null: they are no contact, or were erased. The ledger has a keyed hash of their number only. */
  contact: Ref.extend({ number: z.string() }).nullable(),
})
export type OptedOutPerson = z.output<typeof OptedOutPerson>

const OptOutFilter = z.object({ searchParam: SearchParam })
const Reason = z.string('required').overwrite(cleanLine).min(2, 'tooShort').max(limits.optOutReason, 'tooLong')

export const OptOutView = z.object({
  contactId: z.number(),
  /** They get no campaigns. */
  isOptedOut: z.boolean(),
  /** They can be written to first: by their number, or by what their network calls them. */
  hasNumber: z.boolean(),
  /** Null: they never opted out. */
  last: OptOutEntry.nullable(),
})
export type OptOutView = z.output<typeof OptOutView>

const OptOutWord = z
  .string('required')
  .overwrite(cleanLine)
  .min(1, 'required')
  .max(limits.optOutWord, 'tooLong')
  .refine((word) => foldAnswer(word) !== '', 'invalid')
  .refine((word) => !takenWords.has(foldAnswer(word)), 'nameTaken')

/** Without those that count anyway, and each once, however it is written. */
const withoutDoubles = (words: string[]) => {
  const own = words.filter((word) => !optOutWords.includes(foldAnswer(word)))
  return [...new Map(own.map((word) => [foldAnswer(word), word])).values()]
}

const OptOutWordList = z.object({
  /** The company's own, as they were written. */
  words: z.array(z.string()),
})
export type OptOutWordList = z.output<typeof OptOutWordList>

export const optOutCalls = {
  getOptOut: endpoint({
    method: 'GET',
    path: '/contacts/:id/opt-out',
    summary: 'Whether a contact gets campaigns, since when, and by what',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: OptOutView,
  }),
  changeOptOut: endpoint({
    method: 'PUT',
    path: '/contacts/:id/opt-out',
    summary: 'Opt a contact out of campaigns, or in again, with a reason',
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: z.object({ isOptedOut: z.boolean('required'), reason: Reason }),
    answer: OptOutView,
  }),
  listOptOuts: endpoint({
    method: 'GET',
    path: '/opt-outs',
    summary: 'The people who get no campaigns, the latest first; a whole number finds somebody who is no contact too',
    access: 'manager',
    feature: 'useCampaigns',
    /** `before`: the last person of the page before. */
    query: OptOutFilter.extend({ before: Id.optional() }),
    answer: z.object({ people: z.array(OptedOutPerson), hasMore: z.boolean() }),
  }),
  exportOptOuts: endpoint({
    method: 'GET',
    path: '/opt-outs.csv',
    summary: 'The people who get no campaigns as separated values',
    access: 'manager',
    feature: 'useCampaigns',
    query: OptOutFilter,
    answer: z.string(),
    file: 'text/csv; charset=utf-8',
  }),
  endOptOut: endpoint({
    method: 'POST',
    path: '/opt-outs/:id/end',
    summary: 'Let a person get campaigns again, with a reason, whether they are a contact or not',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    body: z.object({ reason: Reason }),
    answer: z.null(),
  }),
  listOptOutWords: endpoint({
    method: 'GET',
    path: '/opt-out-words',
    summary: 'Further words of the company that opt out of its campaigns',
    access: 'manager',
    feature: 'useCampaigns',
    answer: OptOutWordList,
  }),
  saveOptOutWords: endpoint({
    method: 'PUT',
    path: '/opt-out-words',
    summary: 'Replace the further words that opt out of campaigns',
    access: 'manager',
    feature: 'useCampaigns',
    body: z.object({
      words: z.array(OptOutWord).max(limits.optOutWords, 'tooMany').transform(withoutDoubles),
    }),
    answer: OptOutWordList,
  }),
} as const
