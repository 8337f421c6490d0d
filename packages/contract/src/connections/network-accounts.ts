import { z } from 'zod'
import { Channel } from './channels.ts'
import { LoginSecret } from './network-logins.ts'
import { endpoint } from '../shared/call.ts'
import { errorCodes } from '../shared/errors.ts'

/** What became of one page, or of the account that belongs to it. `renewed`: it was connected here before. */
export const LinkedAccount = z.object({
  name: z.string(),
  channel: Channel,
  outcome: z.enum(['connected', 'renewed', 'refused']),
  /** Why it was refused. */
  reason: z.enum(errorCodes).nullable(),
  whatsappId: z.number().nullable(),
})
export type LinkedAccount = z.output<typeof LinkedAccount>

/**
 * Existing clients send what the login window gave them. Ours sends the code of the redirection, with the state that came with
 * it. The id of the person is never believed: the token says who it is.
 */
const LinkBody = z
  .object({
    facebookUserId: z.union([z.string().max(100), z.number()]).nullish(),
    facebookUserToken: LoginSecret.optional(),
    code: LoginSecret.optional(),
    state: LoginSecret.optional(),
    addInstagram: z.boolean().nullish(),
  })
  .refine(
    ({ facebookUserToken: token, code, state }) => token !== undefined || (code !== undefined && state !== undefined),
    {
      path: ['facebookUserToken'],
      message: 'required',
    },
  )

export const networkAccountCalls = {
  startPageLogin: endpoint({
    method: 'POST',
    path: '/facebook/login',
    summary: 'The address of the login window for pages; it comes back to /connections with a code and a state',
    access: 'connections',
    feature: 'none',
    body: z.object({ addInstagram: z.boolean().nullish() }),
    answer: z.object({ url: z.string() }),
  }),
  linkPages: endpoint({
    method: 'POST',
    path: '/facebook',
    summary: 'Connect the pages of a login, and with addInstagram their Instagram accounts',
    access: 'connections',
    feature: 'none',
    body: LinkBody,
    answer: z.object({ accounts: z.array(LinkedAccount) }),
  }),
} as const
