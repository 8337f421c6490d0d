import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Flag, IdParams, OptionalId, When, seen, whole } from '../shared/fields.ts'
import { templateValues } from '../message-templates/template-choice.ts'
import { templateLimits } from '../message-templates/template-draft.ts'
import { limits } from '../shared/limits.ts'

/** Only digits: country code, area code and number. More than 17 of them name a group. */
const Recipient = z.string('required').regex(/^\d{8,32}$/, 'digitsOnly')
const Text = z.string('required').max(limits.messageText, 'tooLong')
const Switched = z
  .union([Flag, z.literal(''), z.null()])
  .transform((value) => value === true)
  .default(false)
/** In ms, before the message is sent. The call does not wait for it. */
const Delay = z
  .union([whole(0, limits.apiDelay), z.literal(''), z.null()])
  .transform((value) => value || 0)
  .default(0)

/** It advertises: people who have opted out of campaigns do not get it, and the call is refused. */
const Marketing = Switched

/** What a message does besides being sent. Other fields of existing programs, such as `whatsappId`, are not read. */
const Sending = {
  /** For a new ticket: the queue that it is in, and the user who serves it. */
  queueId: OptionalId.default(null),
  userId: OptionalId.default(null),
  /** Begins the text with the name of the user. */
  sendSignature: Switched,
  /** Closes the ticket afterwards, unless somebody else serves it. */
  closeTicket: Switched,
  msdelay: Delay,
  marketing: Marketing,
  /** To send without a ticket is refused. */
  noRegister: Switched,
}

/** A template of the connection's account, instead of a text. It may go at any time. */
const ApiTemplate = z.object({
  name: z.string('required').min(1, 'required').max(templateLimits.name, 'tooLong'),
  language: z.string('required').min(2, 'required').max(15, 'tooLong'),
  /** By variable: `body:nome`, `header:1`, `button:0` for the address of the first button. */
  values: templateValues(templateLimits.body),
})

const NewApiMessage = z
  .object({ number: Recipient, body: Text.default(''), template: ApiTemplate.nullish(), ...Sending })
  .refine(({ body, template }) => template || seen(body) !== '', { path: ['body'], message: 'required' })
const NewApiMedia = z.object({ number: Recipient, body: Text.default(''), ...Sending })
const LinkedFile = z.object({
  number: Recipient,
  url: z.string('required').min(1, 'required').max(limits.linkedAddress, 'tooLong'),
  caption: Text.nullish().transform((text) => text ?? ''),
  msdelay: Delay,
  marketing: Marketing,
})

/** The same key and the same call get the same answer, and nothing is sent again. */
const Repeatable = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'invalid')
    .optional(),
})

const ApiSent = z.object({
  status: z.literal('SUCCESS'),
  /** The first message. */
  id: z.number(),
  /** One for each file. */
  ids: z.array(z.number()),
  /** The address that tells the state of the first message. */
  stateUrl: z.string(),
})
export type ApiSent = z.output<typeof ApiSent>

export const apiMessageStates = ['waiting', 'sent', 'delivered', 'read', 'failed'] as const
export type ApiMessageState = (typeof apiMessageStates)[number]

const ApiMessage = z.object({
  id: z.number(),
  state: z.enum(apiMessageStates),
  /** Of a message that failed: an error code. */
  failure: z.string().nullable(),
  createdAt: When,
})
export type ApiMessage = z.output<typeof ApiMessage>

/** With `existsInWhatsapp: false` the status is 400, as existing programs expect. */
const NumberAnswer = z.discriminatedUnion('existsInWhatsapp', [
  z.object({ existsInWhatsapp: z.literal(true), number: z.string(), numberFormatted: z.string() }),
  z.object({ existsInWhatsapp: z.literal(false), number: z.string(), error: z.literal('Not exists on Whatsapp') }),
])

/** The text in place of a code, when the token of a program is not valid. Existing programs know it. */
export const invalidApiToken = "Invalid token. We'll try to assign a new one on next request"

export const messagesApiCalls = {
  sendApiMessage: endpoint({
    method: 'POST',
    path: '/api/messages/send',
    summary: 'A program sends a text as JSON, or files as a form: the fields `medias`',
    access: 'program',
    feature: 'useExternalApi',
    headers: Repeatable,
    body: NewApiMessage,
    form: NewApiMedia,
    answer: ApiSent,
  }),
  sendApiPdf: endpoint({
    method: 'POST',
    path: '/api/messages/send/linkPdf',
    summary: 'A program sends the PDF of an address',
    access: 'program',
    feature: 'useExternalApi',
    headers: Repeatable,
    body: LinkedFile,
    answer: ApiSent,
  }),
  sendApiImage: endpoint({
    method: 'POST',
    path: '/api/messages/send/linkImage',
    summary: 'A program sends the picture of an address',
    access: 'program',
    feature: 'useExternalApi',
    headers: Repeatable,
    body: LinkedFile,
    answer: ApiSent,
  }),
  checkApiNumber: endpoint({
    method: 'POST',
    path: '/api/messages/checkNumber',
    summary: 'Whether WhatsApp knows a number, and in which form; 400 if it does not',
    access: 'program',
    feature: 'useExternalApi',
    body: z.object({ number: Recipient }),
    answer: NumberAnswer,
  }),
  getApiMessage: endpoint({
    method: 'GET',
    path: '/api/messages/:id',
    summary: 'The state of a message that a program sent on this connection',
    access: 'program',
    feature: 'useExternalApi',
    params: IdParams,
    answer: ApiMessage,
  }),
} as const
