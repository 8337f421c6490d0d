import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { IdParams, When, cleanLine } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { foldAnswer } from './fold-answer.ts'

/** Whole answers, folded, that opt out of campaigns in every company. */
export const optOutWords: readonly string[] = ['sair', 'parar', 'stop', 'descadastrar']

/** Whole answers, folded, that opt in again: the one of each language that the confirmation names. */
export const optInWords = { pt: 'voltar', en: 'start', es: 'volver', tr: 'geri' } as const

const takenWords: ReadonlySet<string> = new Set(Object.values(optInWords))

/** How it came about: the person wrote a word, an attendant did it, or a sheet was imported. */
export const optOutSources = ['word', 'attendant', 'import'] as const
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

export const OptOutView = z.object({
  contactId: z.number(),
  /** They get no campaigns. */
  isOptedOut: z.boolean(),
  /** They have a number, so campaigns can reach them. */
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
    body: z.object({
      isOptedOut: z.boolean('required'),
      reason: z.string('required').overwrite(cleanLine).min(2, 'tooShort').max(limits.optOutReason, 'tooLong'),
    }),
    answer: OptOutView,
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
