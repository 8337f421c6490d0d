import { z } from 'zod'
import { ConnectionView } from './connection-view.ts'
import { LoginSecret } from './network-logins.ts'
import { Pin } from './official-numbers.ts'
import { endpoint } from '../shared/call.ts'
import { Id, Name } from '../shared/fields.ts'

/** A number that a login at Meta has opened. */
const SignedUpNumber = z.object({
  /** Its place in this list, by which it is chosen. */
  choice: z.number(),
  /** Digits with the country. */
  number: z.string(),
  /** What customers see. */
  name: z.string(),
  /** The app on a phone uses it too. */
  isOnPhone: z.boolean(),
  needsPin: z.boolean(),
  /** Another company has it. */
  isTaken: z.boolean(),
  /** The connection of this company that has it already, which is renewed. */
  connection: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The connection of this company that reaches it by its phone until now, and is moved. */
  moves: z.number().nullable(),
})
export type SignedUpNumber = z.output<typeof SignedUpNumber>

/** What a login at Meta has opened. The server keeps it for half an hour, for the person who has logged in. */
const NumberSignUp = z.object({ signUpId: z.uuid(), numbers: z.array(SignedUpNumber) })
export type NumberSignUp = z.output<typeof NumberSignUp>

export const numberSignUpCalls = {
  startNumberSignUp: endpoint({
    method: 'POST',
    path: '/whatsapp-official/login',
    summary: 'The address of the sign-up window for numbers; it comes back to /connections with a code and a state',
    access: 'connections',
    feature: 'useWhatsapp',
    body: z.object({
      /** The app on a phone goes on using the number. */
      staysOnPhone: z.boolean(),
      /** A number that is connected already: no further connection is made. */
      isRenewal: z.boolean().optional(),
      /** The connection that reaches the number by its phone until now, and is moved: no further connection is made. */
      whatsappId: Id.optional(),
    }),
    answer: z.object({ url: z.string() }),
  }),
  openNumberSignUp: endpoint({
    method: 'POST',
    path: '/whatsapp-official/sign-ups',
    summary: 'Find the numbers that a login at Meta has opened, by the code that it came back with',
    access: 'connections',
    feature: 'useWhatsapp',
    body: z.object({ code: LoginSecret, state: LoginSecret }),
    answer: NumberSignUp,
  }),
  linkSignedUpNumber: endpoint({
    method: 'POST',
    path: '/whatsapp-official/sign-ups/:signUpId',
    summary: 'Connect one of the numbers that a login has opened, or renew or move its connection',
    access: 'connections',
    feature: 'useWhatsapp',
    params: z.object({ signUpId: z.uuid() }),
    body: z.object({
      choice: z.int().min(0).max(1000),
      /** Of the connection. A connection that is renewed keeps its own. */
      name: Name,
      /** Needed if the number is not registered yet. */
      pin: Pin.nullish(),
      /** The connection that reaches the number by its phone until now, and is moved. */
      whatsappId: Id.nullish(),
    }),
    answer: ConnectionView,
  }),
} as const
