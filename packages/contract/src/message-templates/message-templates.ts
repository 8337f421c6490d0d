import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Id, IdParams, PageNumber, SearchParam } from '../shared/fields.ts'
import { MessageView } from '../messages/message-view.ts'
import { Timestamps } from '../shared/refs.ts'
import { TemplateChoice } from './template-choice.ts'
import { TemplateContents, TemplateDraft } from './template-draft.ts'
import { TemplateButton, TemplateCard, TemplateHeader, TemplateVariable } from './template-parts.ts'

export const templateCategories = ['marketing', 'utility', 'authentication'] as const
export const TemplateCategory = z.enum(templateCategories)
export type TemplateCategory = z.output<typeof TemplateCategory>

/** `unknown`: Meta has others since. */
export const templateStatuses = [
  'approved',
  'pending',
  'rejected',
  'paused',
  'disabled',
  'in_appeal',
  'limit_exceeded',
  'archived',
  'unknown',
] as const
export const TemplateStatus = z.enum(templateStatuses)
export type TemplateStatus = z.output<typeof TemplateStatus>

export const TemplateQuality = z.enum(['green', 'yellow', 'red', 'unknown'])

const ConnectionRef = z.object({ id: z.number(), name: z.string() })

/** A message whose wording Meta has approved, or has yet to. */
export const MessageTemplateView = z.object({
  id: z.number(),
  companyId: z.number(),
  /** Those whose account has it. */
  connections: z.array(ConnectionRef),
  name: z.string(),
  language: z.string(),
  category: TemplateCategory,
  status: TemplateStatus,
  quality: TemplateQuality,
  /** Why it was rejected, as Meta calls it; empty: it was not. */
  rejectedReason: z.string(),
  header: TemplateHeader.nullable(),
  body: z.string(),
  footer: z.string(),
  buttons: z.array(TemplateButton),
  variables: z.array(TemplateVariable),
  /** By the key of the variable. */
  examples: z.record(z.string(), z.string()),
  /** The file of its header, which is sent with it. */
  file: z.object({ id: z.number(), name: z.string(), url: z.string(), bytes: z.number() }).nullable(),
  /** Of a carousel: shown, and not sent. */
  cards: z.array(TemplateCard),
  /**
   * Why it cannot be sent here. `noFile`: its header needs a file first. `place`: its header is a place. `cards`: it is a carousel.
   * `otherParts`: it has parts that we do not know.
   */
  refusal: z.enum(['status', 'noFile', 'place', 'cards', 'otherParts']).nullable(),
  ...Timestamps,
})
export type MessageTemplateView = z.output<typeof MessageTemplateView>

const Found = z.object({
  templates: z.array(MessageTemplateView),
  count: z.number(),
  hasMore: z.boolean(),
})

export const messageTemplateCalls = {
  listMessageTemplates: endpoint({
    method: 'GET',
    path: '/message-templates',
    summary: 'Message templates by name; `whatsappId`: of the account of a connection',
    access: 'admin',
    feature: 'useWhatsapp',
    query: z.object({
      searchParam: SearchParam,
      pageNumber: PageNumber,
      whatsappId: Id.optional(),
      status: TemplateStatus.optional(),
    }),
    answer: Found,
  }),
  templateConnections: endpoint({
    method: 'GET',
    path: '/message-templates/connections',
    summary: 'Connections that have message templates',
    access: 'admin',
    feature: 'useWhatsapp',
    answer: z.array(ConnectionRef),
  }),
  syncMessageTemplates: endpoint({
    method: 'POST',
    path: '/message-templates/sync',
    summary: 'Read all message templates of the account of a connection from Meta',
    access: 'admin',
    feature: 'useWhatsapp',
    body: z.object({ whatsappId: Id }),
    answer: z.object({ count: z.number() }),
  }),
  uploadTemplateFile: endpoint({
    method: 'POST',
    path: '/message-templates/files',
    summary: 'A file for the header of a message template',
    access: 'admin',
    feature: 'useWhatsapp',
    form: z.object({}),
    answer: z.object({ id: z.number(), name: z.string(), url: z.string(), bytes: z.number() }),
  }),
  getMessageTemplate: endpoint({
    method: 'GET',
    path: '/message-templates/:id',
    summary: 'One message template',
    access: 'admin',
    feature: 'useWhatsapp',
    params: IdParams,
    answer: MessageTemplateView,
  }),
  createMessageTemplate: endpoint({
    method: 'POST',
    path: '/message-templates',
    summary: 'A new message template, for review by Meta',
    access: 'admin',
    feature: 'useWhatsapp',
    body: TemplateDraft,
    answer: MessageTemplateView,
  }),
  updateMessageTemplate: endpoint({
    method: 'PUT',
    path: '/message-templates/:id',
    summary: 'Other contents of a message template, which is reviewed again',
    access: 'admin',
    feature: 'useWhatsapp',
    params: IdParams,
    body: TemplateContents,
    answer: MessageTemplateView,
  }),
  setTemplateFile: endpoint({
    method: 'PUT',
    path: '/message-templates/:id/file',
    summary: 'The file that is sent in the header of a message template, without a review',
    access: 'admin',
    feature: 'useWhatsapp',
    params: IdParams,
    body: z.object({ fileId: Id }),
    answer: MessageTemplateView,
  }),
  unpauseMessageTemplate: endpoint({
    method: 'POST',
    path: '/message-templates/:id/unpause',
    summary: 'End a pause of a message template',
    access: 'admin',
    feature: 'useWhatsapp',
    params: IdParams,
    answer: MessageTemplateView,
  }),
  deleteMessageTemplate: endpoint({
    method: 'DELETE',
    path: '/message-templates/:id',
    summary: 'Delete a message template in one language, also at Meta',
    access: 'admin',
    feature: 'useWhatsapp',
    params: IdParams,
    answer: Done,
  }),
  sendTemplate: endpoint({
    method: 'POST',
    path: '/tickets/:id/message-templates',
    summary: 'Send a message template in a ticket, at any time',
    access: 'user',
    feature: 'none',
    params: IdParams,
    headers: z.object({ 'idempotency-key': z.uuid().optional() }),
    body: z.object({ ...TemplateChoice.shape, clientId: z.uuid().nullish() }),
    answer: MessageView,
  }),
  usableTemplates: endpoint({
    method: 'GET',
    path: '/message-templates/usable',
    summary: 'The approved message templates of a connection',
    access: 'user',
    feature: 'none',
    query: z.object({ whatsappId: Id }),
    answer: z.array(MessageTemplateView),
  }),
  templatesOfTicket: endpoint({
    method: 'GET',
    path: '/tickets/:id/message-templates',
    summary: 'The approved message templates of a ticket’s connection',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: z.array(MessageTemplateView),
  }),
} as const
