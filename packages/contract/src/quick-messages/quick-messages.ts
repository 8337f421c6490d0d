import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import {
  Done,
  Flag,
  Id,
  IdParams,
  OptionalId,
  PageNumber,
  SearchParam,
  changeOf,
  cleanLine,
  optionalText,
} from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Timestamps, UserRef } from '../shared/refs.ts'

/** A text, with or without a file, that attendants put into messages. With `isCategory` it is a group of them. */
export const QuickMessageView = z.object({
  id: z.number(),
  companyId: z.number(),
  /** Who made it. */
  userId: z.number(),
  user: UserRef,
  shortcode: z.string(),
  message: z.string(),
  /** The address of its file, valid for some minutes. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: z.enum(['image', 'audio', 'video', 'application']).nullable(),
  /** In bytes. */
  mediaSize: z.number().nullable(),
  /** Everybody of the company sees it. Others are seen by who made them, and by admins and supervisors. */
  geral: z.boolean(),
  isCategory: z.boolean(),
  categoryId: z.number().nullable(),
  isMedia: z.boolean(),
  /** False: it is kept, but not offered to those who write. */
  status: z.boolean(),
  ...Timestamps,
})
export type QuickMessageView = z.output<typeof QuickMessageView>

/** People type it after a slash, and some type the slash here too. */
const withoutSlash = (text: string) => cleanLine(text.replace(/^[\s/]+/, ''))

export const QuickMessageBody = z.object({
  shortcode: z.string('required').overwrite(withoutSlash).min(1, 'required').max(50, 'tooLong'),
  /** Required, save for a category and for a message with a file. */
  message: optionalText(limits.quickMessageText),
  geral: Flag.default(false),
  status: Flag.default(true),
  /** Cannot be changed afterwards. */
  isCategory: Flag.default(false),
  categoryId: OptionalId.default(null),
  /** A file will follow (`setQuickMessageFile`), so a new message may have no text. */
  isMedia: Flag.default(false),
})

/** Existing clients also send `companyId` and `userId`; those of the session count. */
const Filter = z.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  /** True: only categories; false: only messages. */
  isCategory: Flag.optional(),
  categoryId: Id.optional(),
})

const FileAnswer = z.object({ mensagem: z.string(), record: QuickMessageView })

export const quickMessageCalls = {
  listQuickMessages: endpoint({
    method: 'GET',
    path: '/quick-messages',
    summary: 'Quick messages and categories that one may see, by shortcode',
    access: 'user',
    feature: 'none',
    query: Filter,
    answer: z.object({ records: z.array(QuickMessageView), count: z.number(), hasMore: z.boolean() }),
  }),
  pickQuickMessages: endpoint({
    method: 'GET',
    path: '/quick-messages/list',
    summary: 'All active quick messages that one may see, for who writes',
    access: 'user',
    feature: 'none',
    answer: z.array(QuickMessageView),
  }),
  quickMessagesByCategory: endpoint({
    method: 'GET',
    path: '/quick-messages/categoriesMessages',
    summary: 'Categories with their active quick messages',
    access: 'user',
    feature: 'none',
    answer: z.array(QuickMessageView.extend({ messages: z.array(QuickMessageView) })),
  }),
  quickMessageCategories: endpoint({
    method: 'GET',
    path: '/quick-messages/listCategories',
    summary: 'Categories, for pick lists',
    access: 'user',
    feature: 'none',
    answer: z.array(QuickMessageView),
  }),
  getQuickMessage: endpoint({
    method: 'GET',
    path: '/quick-messages/:id',
    summary: 'One quick message or category',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: QuickMessageView,
  }),
  createQuickMessage: endpoint({
    method: 'POST',
    path: '/quick-messages',
    summary: 'A new quick message or category; general ones by admins and supervisors',
    access: 'user',
    feature: 'none',
    body: QuickMessageBody,
    answer: QuickMessageView,
  }),
  updateQuickMessage: endpoint({
    method: 'PUT',
    path: '/quick-messages/:id',
    summary: 'Change a quick message: admins and supervisors all, users their own that are not general',
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: changeOf(QuickMessageBody),
    answer: QuickMessageView,
  }),
  deleteQuickMessage: endpoint({
    method: 'DELETE',
    path: '/quick-messages/:id',
    summary: 'Remove a quick message, or a category, whose messages stay; the same people as for a change',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  setQuickMessageFile: endpoint({
    method: 'POST',
    path: '/quick-messages/:id/media-upload',
    summary: 'The file of a quick message, instead of the one before',
    access: 'user',
    feature: 'none',
    params: IdParams,
    form: z.object({ typeArch: z.string().max(20).optional() }),
    answer: FileAnswer,
  }),
  removeQuickMessageFile: endpoint({
    method: 'DELETE',
    path: '/quick-messages/:id/media-upload',
    summary: 'Take the file from a quick message',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: FileAnswer,
  }),
} as const
