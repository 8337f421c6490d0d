import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Flag, Id, IdParams, OptionalId, cleanLine, hasLetters, whole } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Timestamps } from '../shared/refs.ts'

/** What an option does when the customer chooses it. The spelling is that of existing clients. */
export const OptionType = z.enum(['text', 'attendent', 'queue', 'integration', 'file'])
export type OptionType = z.output<typeof OptionType>

/** What a connection's list of queues shows of an option. */
export const OptionRef = z.object({
  id: z.number(),
  name: z.string(),
  greetingMessage: z.string(),
  closeTicket: z.boolean(),
})

/** An option of a queue's menu. Existing clients read `queueId` of the first level only. */
export const OptionView = OptionRef.extend({
  queueId: z.number().nullable(),
  /** The option above it; null on the first level. */
  chatbotId: z.number().nullable(),
  queueType: OptionType,
  optQueueId: z.number().nullable(),
  optUserId: z.number().nullable(),
  optIntegrationId: z.number().nullable(),
  optFileId: z.number().nullable(),
  isAgent: z.boolean(),
  ...Timestamps,
})
export type OptionView = z.output<typeof OptionView>

const OptionName = z
  .string('required')
  .overwrite(cleanLine)
  .min(4, 'tooShort')
  .max(limits.optionName, 'tooLong')
  .refine(hasLetters(4), 'tooShort')

const OptionText = z
  .string()
  .max(limits.optionText, 'tooLong')
  .nullable()
  .transform((text) => text ?? '')

/** A select without a choice means text. */
const SentType = z.union([OptionType, z.enum(['']), z.null()]).transform((type) => type || 'text')

/**
 * An option as clients send it: without an id it is added, with one it is changed. A field that is not sent stays as it
 * is.
 */
const OptionFields = z.object({
  id: OptionalId.optional(),
  name: OptionName.optional(),
  greetingMessage: OptionText.optional(),
  queueType: SentType.optional(),
  optQueueId: OptionalId.optional(),
  optUserId: OptionalId.optional(),
  optIntegrationId: OptionalId.optional(),
  optFileId: OptionalId.optional(),
  closeTicket: z
    .union([Flag, z.null()])
    .transform((closes) => closes ?? false)
    .optional(),
})

/** `options` are all options below it: those that are missing are removed. */
export type OptionItem = z.output<typeof OptionFields> & { options?: OptionItem[] | undefined }
export type SentOption = z.input<typeof OptionFields> & { options?: SentOption[] | undefined }

/** All options of a level. */
export const OptionItems: z.ZodType<OptionItem[], SentOption[]> = z
  .array(z.lazy(() => OptionFields.extend({ options: OptionItems.optional() })))
  .max(limits.optionsSent, 'tooMany')
// It contains itself, so the OpenAPI document refers to it by a name.
z.globalRegistry.add(OptionItems, { id: 'ChatbotOptions' })

const OptionDetail = OptionView.extend({ options: z.array(OptionView), mainChatbot: OptionView.nullable() })

/** The options of queues as older clients have them. `option` is the number that the customer answers. */
export const QueueOptionView = z.object({
  id: z.number(),
  title: z.string(),
  message: z.string(),
  option: z.string(),
  queueId: z.number(),
  parentId: z.number().nullable(),
  ...Timestamps,
})

/** The first level: older clients send -1, or a text of it. */
const ParentId = z.union([OptionalId, z.literal([-1, '-1']).transform(() => null)])

const QueueOptionBody = z.object({
  title: OptionName.optional(),
  message: OptionText.optional(),
  option: whole(1, limits.integer).optional(),
})

export const chatbotCalls = {
  listOptions: endpoint({
    method: 'GET',
    path: '/chatbot',
    summary: 'All options of the menus, or of the menu of one queue; those above come before those below them',
    access: 'admin',
    feature: 'none',
    query: z.object({ queueId: Id.optional() }),
    answer: z.array(OptionView),
  }),
  getOption: endpoint({
    method: 'GET',
    path: '/chatbot/:id',
    summary: 'One option, with those right below it and the one above it',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: OptionDetail,
  }),
  createOption: endpoint({
    method: 'POST',
    path: '/chatbot',
    summary: 'A new option at the end of a level: of an option, or the first one of a queue',
    access: 'admin',
    feature: 'none',
    body: OptionFields.extend({
      name: OptionName,
      options: OptionItems.optional(),
      queueId: OptionalId.default(null),
      chatbotId: OptionalId.default(null),
    }),
    answer: OptionDetail,
  }),
  updateOption: endpoint({
    method: 'PUT',
    path: '/chatbot/:id',
    summary: 'Change an option; sent options replace those below it',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: OptionFields.extend({ options: OptionItems.optional() }),
    status: 201,
    answer: OptionDetail,
  }),
  deleteOption: endpoint({
    method: 'DELETE',
    path: '/chatbot/:id',
    summary: 'Delete an option with all below it',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: z.object({}),
  }),
  listQueueOptions: endpoint({
    method: 'GET',
    path: '/queue-options',
    summary: 'Options of the menu of a queue, of one level (parentId; -1 for the first), as older clients have them',
    access: 'admin',
    feature: 'none',
    query: z.object({ queueId: Id, parentId: ParentId.optional() }),
    answer: z.array(QueueOptionView),
  }),
  getQueueOption: endpoint({
    method: 'GET',
    path: '/queue-options/:id',
    summary: 'One option, as older clients have it',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: QueueOptionView,
  }),
  createQueueOption: endpoint({
    method: 'POST',
    path: '/queue-options',
    summary: 'A new option, as older clients have it',
    access: 'admin',
    feature: 'none',
    body: QueueOptionBody.extend({ title: OptionName, queueId: Id, parentId: ParentId.default(null) }),
    answer: QueueOptionView,
  }),
  updateQueueOption: endpoint({
    method: 'PUT',
    path: '/queue-options/:id',
    summary: 'Change an option, as older clients have it',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: QueueOptionBody,
    answer: QueueOptionView,
  }),
  deleteQueueOption: endpoint({
    method: 'DELETE',
    path: '/queue-options/:id',
    summary: 'Delete an option with all below it, as older clients do',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
} as const
