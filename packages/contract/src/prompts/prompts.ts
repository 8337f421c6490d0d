import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Id, IdParams, PageNumber, SearchParam, changeOf, cleanLine, numeric, whole } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Timestamps } from '../shared/refs.ts'
import { noVoice, voiceNames } from './voices.ts'

const PromptVoice = z.enum([noVoice, ...voiceNames])

/** How a model answers customers: what it is told, how much it may say, and in which voice. */
export const PromptView = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  /** Empty for people who may not change prompts. */
  prompt: z.string(),
  /** A mask and the last characters; empty: there is none. */
  apiKey: z.string(),
  maxMessages: z.number(),
  maxTokens: z.number(),
  temperature: z.number(),
  /** What was used so far, of the ledger. */
  promptTokens: z.number(),
  completionTokens: z.number(),
  totalTokens: z.number(),
  voice: PromptVoice,
  /** Masked like the other key. */
  voiceKey: z.string(),
  voiceRegion: z.string(),
  /** Where customers go who want a person. */
  queueId: z.number().nullable(),
  /** Null: the queue was deleted. */
  queue: z.object({ id: z.number(), name: z.string() }).nullable(),
  ...Timestamps,
})
export type PromptView = z.output<typeof PromptView>

export const PromptRef = z.object({ id: z.number(), name: z.string() })
export type PromptRef = z.output<typeof PromptRef>

/** Write-only: answers have a mask. The mask that was answered leaves the key as it is. */
const Key = z
  .string()
  .trim()
  .max(500, 'tooLong')
  .nullable()
  .transform((key) => key ?? '')

export const PromptBody = z.object({
  name: z.string('required').overwrite(cleanLine).min(1, 'required').max(100, 'tooLong'),
  prompt: z.string('required').trim().min(1, 'required').max(limits.promptText, 'tooLong'),
  apiKey: Key.default(''),
  queueId: Id,
  maxMessages: whole(1, limits.promptMessages).default(10),
  maxTokens: whole(1, limits.promptTokens).default(100),
  temperature: numeric(z.number().min(0).max(2)).default(1),
  voice: PromptVoice.default(noVoice),
  voiceKey: Key.default(''),
  /** A part of the address that is called. */
  voiceRegion: z
    .string()
    .trim()
    .max(40, 'tooLong')
    .regex(/^[a-z0-9]*$/, 'invalidRegion')
    .nullable()
    .transform((region) => region ?? '')
    .default(''),
})

const PromptUses = z.object({ connections: z.array(PromptRef), queues: z.array(PromptRef) })
export type PromptUses = z.output<typeof PromptUses>

export const promptCalls = {
  listPrompts: endpoint({
    method: 'GET',
    path: '/prompt',
    summary: 'All prompts by name; none if the plan has no AI',
    access: 'user',
    feature: 'none',
    /** All of them are on the first page: existing clients fetch no other. */
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({
      prompts: z.array(PromptView),
      count: z.number(),
      hasMore: z.boolean(),
      /** The models of this installation want a key. */
      needsKey: z.boolean(),
    }),
  }),
  pickPrompts: endpoint({
    method: 'GET',
    path: '/prompt/list',
    summary: 'All prompts, for pick lists; none if the plan has no AI',
    access: 'user',
    feature: 'none',
    answer: z.array(PromptRef),
  }),
  getPrompt: endpoint({
    method: 'GET',
    path: '/prompt/:id',
    summary: 'One prompt',
    access: 'admin',
    feature: 'useOpenAi',
    params: IdParams,
    answer: PromptView,
  }),
  promptUses: endpoint({
    method: 'GET',
    path: '/prompt/:id/uses',
    summary: 'What hands its customers to a prompt',
    access: 'admin',
    feature: 'useOpenAi',
    params: IdParams,
    answer: PromptUses,
  }),
  createPrompt: endpoint({
    method: 'POST',
    path: '/prompt',
    summary: 'A new prompt',
    access: 'admin',
    feature: 'useOpenAi',
    body: PromptBody,
    answer: PromptView,
  }),
  updatePrompt: endpoint({
    method: 'PUT',
    path: '/prompt/:id',
    summary: 'Change a prompt',
    access: 'admin',
    feature: 'useOpenAi',
    params: IdParams,
    body: changeOf(PromptBody),
    answer: PromptView,
  }),
  deletePrompt: endpoint({
    method: 'DELETE',
    path: '/prompt/:id',
    summary: 'Remove a prompt, also from connections and queues that use it',
    access: 'admin',
    feature: 'useOpenAi',
    params: IdParams,
    answer: Done,
  }),
} as const
