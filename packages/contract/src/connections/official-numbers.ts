import { z } from 'zod'
import { ConnectionView } from './connection-view.ts'
import { endpoint } from '../shared/call.ts'
import { Id, Name, When, cleanLine } from '../shared/fields.ts'

/** Whatever Meta gives ids to has a number. */
const MetaId = z
  .string('required')
  .trim()
  .regex(/^\d{1,30}$/, 'invalidMetaId')
const Secret = z.string('required').trim().min(1, 'required').max(4096, 'tooLong')
export const Pin = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'invalidPin')

/** An app at Meta of the company's own, instead of that of the installation. */
const OwnApp = z.object({
  id: MetaId,
  secret: Secret.max(200, 'tooLong'),
  /** What Meta has to show when it checks the address for webhooks. */
  verifyToken: z.string('required').trim().min(8, 'tooShort').max(200, 'tooLong').overwrite(cleanLine),
})

export const LinkNumber = z.object({
  name: Name,
  phoneNumberId: MetaId,
  /** The WhatsApp Business Account of the number. */
  accountId: MetaId,
  token: Secret,
  /** Needed if the number is not registered yet. */
  pin: Pin.nullish(),
  app: OwnApp.nullish(),
})

/** A masked or absent secret leaves the stored one as it is. `app` null: the app of the installation from now on. */
const RenewNumber = z.object({
  token: Secret.optional(),
  pin: Pin.nullish(),
  app: OwnApp.partial({ secret: true, verifyToken: true }).nullish(),
})

export const OfficialNumberView = z.object({
  whatsappId: z.number(),
  phoneNumberId: z.string(),
  accountId: z.string(),
  /** Only their last characters, as of all secrets. */
  token: z.string(),
  app: z.object({ id: z.string(), secret: z.string(), verifyToken: z.string() }).nullable(),
  /** Where Meta has to send webhooks. */
  webhookUrl: z.string(),
  /** Null: none has come yet. */
  webhookSeenAt: When.nullable(),
  /** Null: never. */
  tokenEndsAt: When.nullable(),
})
export type OfficialNumberView = z.output<typeof OfficialNumberView>

export const numberTestSteps = ['token', 'scopes', 'expiry', 'number', 'registration', 'webhook'] as const

/** `waiting`: it needs an earlier step, or something that somebody else has to do. */
export const NumberTestStep = z.object({
  step: z.enum(numberTestSteps),
  outcome: z.enum(['ok', 'failed', 'waiting']),
  /** What to do about it. */
  reason: z
    .enum([
      'app_missing',
      'app_refused',
      'token_refused',
      'token_ended',
      'token_of_other_app',
      'scopes_missing',
      'ends_soon',
      'never_ends',
      'number_not_found',
      'cannot_send',
      'not_registered',
      'not_subscribed',
      'no_webhook_yet',
      'unavailable',
    ])
    .optional(),
  /** What Meta says: missing permissions, a time, a status. */
  detail: z.string().optional(),
})
export type NumberTestStep = z.output<typeof NumberTestStep>

const ConnectionParams = z.object({ whatsappId: Id })

export const officialNumberCalls = {
  linkOfficialNumber: endpoint({
    method: 'POST',
    path: '/whatsapp-official',
    summary: 'Connect a WhatsApp number of the Cloud API with a token',
    access: 'connections',
    feature: 'useWhatsapp',
    body: LinkNumber,
    answer: ConnectionView,
  }),
  getOfficialNumber: endpoint({
    method: 'GET',
    path: '/whatsapp-official/:whatsappId',
    summary: 'How a number of the Cloud API is reached; secrets are masked',
    access: 'connections',
    feature: 'none',
    params: ConnectionParams,
    answer: OfficialNumberView,
  }),
  renewOfficialNumber: endpoint({
    method: 'PUT',
    path: '/whatsapp-official/:whatsappId',
    summary: 'Connect a number of the Cloud API again, with a new token or app',
    access: 'connections',
    feature: 'useWhatsapp',
    params: ConnectionParams,
    body: RenewNumber,
    answer: ConnectionView,
  }),
  testOfficialNumber: endpoint({
    method: 'POST',
    path: '/whatsapp-official/:whatsappId/test',
    summary: 'Test step by step whether a number of the Cloud API can be served',
    access: 'connections',
    feature: 'none',
    params: ConnectionParams,
    answer: z.object({ steps: z.array(NumberTestStep) }),
  }),
} as const
