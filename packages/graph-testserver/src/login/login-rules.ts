import { z } from 'zod'

const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((one) => one !== ''))

const Extras = z.object({
  setup: z.record(z.string(), z.unknown()).optional(),
  featureType: z.string().optional(),
  sessionInfoVersion: z.coerce.string().optional(),
})

/** With what the window was opened. */
export const Opening = z.object({
  client_id: z.string(),
  redirect_uri: z.url().optional(),
  state: z.string().optional(),
  scope: list,
  config_id: z.string().optional(),
  response_type: z.enum(['code', 'token']).default('token'),
  extras: Extras.optional(),
})

export type Opening = z.output<typeof Opening>

const signup = {
  member: z.string(),
  /** An account that exists; a new one if none is chosen. */
  account: z.string().optional(),
  /** A number of the account, or the digits of a new one. */
  number: z.string().optional(),
}

/** What the person in front of the window does. */
export const Choice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('allow'),
    member: z.string(),
    /** The chosen pages; all of the member's by default. */
    pages: z.array(z.string()).optional(),
    /** Permissions that are taken out. */
    without: z.array(z.string()).default([]),
  }),
  z.object({ kind: z.literal('deny') }),
  z.object({ kind: z.literal('finish'), ...signup }),
  z.object({ kind: z.literal('finishOnlyAccount'), ...signup }),
  z.object({ kind: z.literal('finishPhoneApp'), ...signup }),
  z.object({ kind: z.literal('leave'), step: z.string().default('PHONE_NUMBER_SETUP') }),
  z.object({ kind: z.literal('reportError'), message: z.string(), errorId: z.string().default('524126') }),
])

export type Choice = z.output<typeof Choice>
