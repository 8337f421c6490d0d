import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { OptionalId } from '../shared/fields.ts'

export const phoneBookCalls = {
  importPhoneBook: endpoint({
    method: 'POST',
    path: '/contacts/import',
    summary: "Add the contacts of a connection's phone; without whatsappId, of the default connection",
    access: 'manager',
    feature: 'none',
    body: z.object({ whatsappId: OptionalId.default(null) }),
    answer: z.object({
      message: z.string(),
      /** New contacts. */
      created: z.number(),
      /** Contacts of the phone that were there already. */
      known: z.number(),
    }),
  }),
} as const
