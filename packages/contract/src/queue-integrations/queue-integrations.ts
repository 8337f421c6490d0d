import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { IdParams, Name, PageNumber, SearchParam, changeOf, whole } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Timestamps } from '../shared/refs.ts'

export const integrationTypes = ['typebot', 'n8n', 'webhook', 'dialogflow'] as const
export const IntegrationType = z.enum(integrationTypes)
export type IntegrationType = z.output<typeof IntegrationType>

/** Of Dialogflow. */
export const integrationLanguages = ['pt-BR', 'en', 'es'] as const

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, 'tooLong')
    .nullable()
    .transform((value) => value ?? '')
    .default('')
const count = (most: number, byDefault: number) =>
  z
    .union([whole(0, most), z.literal(''), z.null()])
    .transform((value) => value || 0)
    .default(byDefault)

/** A bot or flow outside of this server that answers customers. Secrets are masked. */
export const IntegrationView = z.object({
  id: z.number(),
  companyId: z.number(),
  type: IntegrationType,
  name: z.string(),
  /** Of Dialogflow the id of Google's project, of others the name. */
  projectName: z.string(),
  /** The file of the service account of Dialogflow: a mask, or empty. */
  jsonContent: z.string(),
  /** The address of the service account, by which its owner knows it. */
  serviceAccount: z.string(),
  /** Of Dialogflow. */
  language: z.string(),
  /** The region of a Dialogflow agent; empty: global. */
  location: z.string(),
  /** Of Typebot the address of its viewer. */
  urlN8N: z.string(),
  typebotSlug: z.string(),
  /** In minutes, after which a talk begins anew; 0: never. */
  typebotExpires: z.number(),
  /** In ms, before each message. */
  typebotDelayMessage: z.number(),
  typebotKeywordFinish: z.string(),
  typebotKeywordRestart: z.string(),
  typebotUnknownMessage: z.string(),
  typebotRestartMessage: z.string(),
  /** What signs the messages to n8n and webhooks: a mask and its last characters. */
  signingSecret: z.string(),
  /** The header Authorization of calls to n8n and webhooks: a mask and its last characters, or empty. */
  authorization: z.string(),
  ...Timestamps,
})
export type IntegrationView = z.output<typeof IntegrationView>

export const IntegrationRef = z.object({ id: z.number(), name: z.string(), type: IntegrationType })
export type IntegrationRef = z.output<typeof IntegrationRef>

/** What a type needs besides is checked by the server, with what is stored already. */
export const IntegrationBody = z.object({
  type: IntegrationType.default('typebot'),
  name: Name,
  projectName: text(100),
  /** A mask, as it was shown, leaves the stored one. */
  jsonContent: text(limits.serviceAccount),
  language: z
    .enum([...integrationLanguages, ''])
    .nullable()
    .transform((value) => value ?? '')
    .default(''),
  location: text(40),
  urlN8N: text(limits.linkedAddress),
  typebotSlug: text(200),
  typebotExpires: count(525_600, 1),
  typebotDelayMessage: count(limits.integrationDelay, 1000),
  typebotKeywordFinish: text(limits.integrationKeyword),
  typebotKeywordRestart: text(limits.integrationKeyword),
  typebotUnknownMessage: text(limits.optionText),
  typebotRestartMessage: text(limits.optionText),
  /** Without one a new integration gets a random one. A mask leaves the stored one. */
  signingSecret: text(200),
  /** A mask leaves the stored one, unless the address leads to another server. */
  authorization: text(2000),
})

const Named = z.object({ id: z.number(), name: z.string() })

/** What uses an integration: deleting it takes it from all of them. */
const IntegrationUses = z.object({
  connections: z.array(Named),
  queues: z.array(Named),
  /** Options of menus. */
  options: z.array(Named),
})
export type IntegrationUses = z.output<typeof IntegrationUses>

export const queueIntegrationCalls = {
  listIntegrations: endpoint({
    method: 'GET',
    path: '/queueIntegration',
    summary: 'Integrations by name; only admins see more than type and name. None while the plan has none',
    // Existing clients ask for them on every page where they can be chosen.
    access: 'user',
    feature: 'none',
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    /** Both lists are the same one: existing clients read either name. */
    answer: z.object({
      queueIntegrations: z.array(IntegrationView),
      integrations: z.array(IntegrationView),
      count: z.number(),
      hasMore: z.boolean(),
    }),
  }),
  pickIntegrations: endpoint({
    method: 'GET',
    path: '/queueIntegration/list',
    summary: 'All integrations, for pick lists; none while the plan has none',
    access: 'user',
    feature: 'none',
    answer: z.array(IntegrationRef),
  }),
  getIntegration: endpoint({
    method: 'GET',
    path: '/queueIntegration/:id',
    summary: 'One integration, without its secrets',
    access: 'admin',
    feature: 'useIntegration',
    params: IdParams,
    answer: IntegrationView,
  }),
  integrationUses: endpoint({
    method: 'GET',
    path: '/queueIntegration/:id/uses',
    summary: 'What uses an integration',
    access: 'admin',
    feature: 'useIntegration',
    params: IdParams,
    answer: IntegrationUses,
  }),
  createIntegration: endpoint({
    method: 'POST',
    path: '/queueIntegration',
    summary: 'A new integration',
    access: 'admin',
    feature: 'useIntegration',
    body: IntegrationBody,
    answer: IntegrationView,
  }),
  updateIntegration: endpoint({
    method: 'PUT',
    path: '/queueIntegration/:id',
    summary: 'Change an integration',
    access: 'admin',
    feature: 'useIntegration',
    params: IdParams,
    body: changeOf(IntegrationBody),
    status: 201,
    answer: IntegrationView,
  }),
  deleteIntegration: endpoint({
    method: 'DELETE',
    path: '/queueIntegration/:id',
    summary: 'Remove an integration, also from all that uses it',
    access: 'admin',
    feature: 'useIntegration',
    params: IdParams,
    answer: z.object({}),
  }),
} as const
