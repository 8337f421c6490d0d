import { z } from 'zod'

const bubbleTypes = ['text', 'image', 'video', 'audio', 'embed', 'custom-embed'] as const

export const inputTypes = [
  'text input',
  'number input',
  'email input',
  'url input',
  'phone number input',
  'date input',
  'time input',
  'choice input',
  'picture choice input',
  'payment input',
  'rating input',
  'file input',
  'cards',
] as const

const actionTypes = [
  'wait',
  'redirect',
  'setVariable',
  'scriptToExecute',
  'chatwoot',
  'googleAnalytics',
  'streamOpenAiChatCompletion',
  'stream',
  'httpRequestToExecute',
  'startPropsToInject',
  'pixel',
  'codeToExecute',
  'listenForWebhook',
] as const

const id = z.string().optional()

const Item = z.looseObject({
  id: z.string(),
  content: z.string().optional(),
  title: z.string().optional(),
  /** The group that the bot goes on with after this choice. */
  goTo: z.string().optional(),
})
export type Item = z.infer<typeof Item>

const Options = z.looseObject({
  isMultipleChoice: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  length: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  retryMessageContent: z.string().optional(),
  audioClip: z.looseObject({ isEnabled: z.boolean() }).optional(),
})

const Input = z.looseObject({
  id,
  type: z.enum(inputTypes),
  options: Options.optional(),
  items: z.array(Item).optional(),
  /** The variable that keeps the answer. */
  saveTo: z.string().optional(),
})
export type Input = z.infer<typeof Input>

/** A step of a bot. `{{name}}` in its texts stands for the variable. */
const Block = z.union([
  /** A text of one paragraph. */
  z.strictObject({ text: z.string() }),
  z.strictObject({
    bubble: z.looseObject({ id, type: z.enum(bubbleTypes), content: z.record(z.string(), z.unknown()) }),
  }),
  z.strictObject({ input: Input }),
  z.strictObject({
    action: z.looseObject({ type: z.enum(actionTypes), expectsDedicatedReply: z.boolean().optional() }),
  }),
  /** What a model says: a text, or a stream that only a browser could read. */
  z.strictObject({ ai: z.string() }),
  z.strictObject({ goTo: z.string() }),
])
export type Block = z.infer<typeof Block>

export const Bot = z.object({
  /** By name; the bot begins with `start`. */
  groups: z.record(z.string(), z.array(Block)),
  state: z.enum(['published', 'unpublished', 'closed']).default('published'),
  /** A session ends so many minutes after its last message. */
  expiresAfterMinutes: z.number().positive().optional(),
  /** Told beside everything that it says: `logs`, `progress`, `dynamicTheme`. */
  beside: z.record(z.string(), z.unknown()).default({}),
})
export type Bot = z.infer<typeof Bot>
