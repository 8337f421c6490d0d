import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Day, Done, Id, IdParams, Name, When } from '../shared/fields.ts'

/** What a token may do: send messages, check numbers, read the state of messages. */
export const apiScopes = ['send', 'check', 'state'] as const
export type ApiScope = (typeof apiScopes)[number]

/** Tells a named token from the token of a connection. */
export const namedTokenPrefix = 'gk_'

const ApiTokenView = z.object({
  id: z.number(),
  name: z.string(),
  /** The connection that it sends on. */
  whatsapp: z.object({ id: z.number(), name: z.string() }),
  scopes: z.array(z.enum(apiScopes)),
  /** Its last characters behind a mask. */
  ending: z.string(),
  /** Null: it does not end. */
  expiresAt: When.nullable(),
  isExpired: z.boolean(),
  /** To the minute; null: it was never used. */
  lastUsedAt: When.nullable(),
  createdBy: z.string().nullable(),
  createdAt: When,
})
export type ApiTokenView = z.output<typeof ApiTokenView>

const ApiTokenBody = z.object({
  name: Name,
  whatsappId: Id,
  scopes: z.array(z.enum(apiScopes)).min(1, 'required').max(apiScopes.length, 'tooMany'),
  /** The last day on which it is valid, in the time zone of the company. */
  lastDay: Day.nullish().transform((day) => day ?? null),
})

const ApiUsage = z.object({
  day: z.string(),
  texts: z.number(),
  images: z.number(),
  videos: z.number(),
  pdfs: z.number(),
  others: z.number(),
  checks: z.number(),
})
export type ApiUsage = z.output<typeof ApiUsage>

export const apiTokenCalls = {
  listApiTokens: endpoint({
    method: 'GET',
    path: '/api-tokens',
    summary: 'The named tokens of the messages API',
    access: 'admin',
    feature: 'useExternalApi',
    answer: z.array(ApiTokenView),
  }),
  createApiToken: endpoint({
    method: 'POST',
    path: '/api-tokens',
    summary: 'A new named token; it is shown this once',
    access: 'admin',
    feature: 'useExternalApi',
    body: ApiTokenBody,
    status: 201,
    answer: z.object({ token: z.string(), record: ApiTokenView }),
  }),
  deleteApiToken: endpoint({
    method: 'DELETE',
    path: '/api-tokens/:id',
    summary: 'End a named token at once',
    access: 'admin',
    feature: 'useExternalApi',
    params: IdParams,
    answer: Done,
  }),
  listApiUsages: endpoint({
    method: 'GET',
    path: '/api-tokens/usages',
    summary: 'What programs did on each of the last 30 days, the newest first',
    access: 'admin',
    feature: 'useExternalApi',
    answer: z.array(ApiUsage),
  }),
} as const
