import { z } from 'zod'

/** What a client sends for the user: a text may come as a plain string. */
export const Message = z.preprocess(
  (given) => (typeof given === 'string' ? { type: 'text', text: given } : given),
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('text'),
      text: z.string(),
      attachedFileUrls: z.array(z.string()).optional(),
      metadata: z.object({ replyId: z.string().optional() }).optional(),
    }),
    z.object({ type: z.literal('audio'), url: z.string() }),
    z.object({ type: z.literal('command'), command: z.string() }),
  ]),
)
export type Message = z.infer<typeof Message>

export const StartChat = z.object({
  message: Message.optional(),
  resultId: z.string().optional(),
  isStreamEnabled: z.boolean().default(false),
  isOnlyRegistering: z.boolean().default(false),
  prefilledVariables: z.record(z.string(), z.unknown()).default({}),
  textBubbleContentFormat: z.enum(['richText', 'markdown']).default('richText'),
})
export type StartChat = z.infer<typeof StartChat>

export const ContinueChat = z.object({
  message: Message.nullish(),
  textBubbleContentFormat: z.enum(['richText', 'markdown']).default('richText'),
})
