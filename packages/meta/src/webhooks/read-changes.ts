import { z } from 'zod'
import { digitsIn } from '../cloud/number-access.ts'
import { parseBody } from './parse-body.ts'
import { dateOf } from './time.ts'

/** Something that happened at a WhatsApp Business Account, or at one of its numbers. */
export interface AccountChange {
  accountId: string
  /** Such as messages or account_update. */
  field: string
  value: unknown
  /** Set if it concerns one number. */
  phoneNumberId: string | undefined
  /** Digits. Some changes name a number only so. */
  number: string | undefined
  /** When Meta told it first; undefined: Meta does not say. The same may be told again for days. */
  at: Date | undefined
}

const Body = z.object({ object: z.literal('whatsapp_business_account'), entry: z.array(z.unknown()) })
const Entry = z.object({
  id: z.coerce.string().min(1),
  time: z.number().optional().catch(undefined),
  changes: z.array(z.unknown()),
})
const Change = z.object({ field: z.string(), value: z.unknown() })
const Named = z.object({
  metadata: z
    .object({ phone_number_id: z.coerce.string().min(1) })
    .optional()
    .catch(undefined),
  display_phone_number: z.string().optional().catch(undefined),
  // Where the entry is about whoever has built the app, the account is named here.
  waba_info: z
    .object({ waba_id: z.coerce.string().min(1) })
    .optional()
    .catch(undefined),
})

/** Undefined: the webhook is about something else. What is not as documented is counted, and the rest of it is read. */
export function readChanges(body: Buffer): { changes: AccountChange[]; ignored: number } | undefined {
  const { success, data } = Body.safeParse(parseBody(body))
  if (!success) return undefined
  const changes: AccountChange[] = []
  let ignored = 0
  for (const one of data.entry) {
    const entry = Entry.safeParse(one).data
    if (!entry) ignored += 1
    for (const item of entry?.changes ?? []) {
      const change = Change.safeParse(item).data
      if (change && entry) changes.push(changeOf(entry, change))
      else ignored += 1
    }
  }
  return { changes, ignored }
}

function changeOf({ id, time }: z.output<typeof Entry>, { field, value }: z.output<typeof Change>): AccountChange {
  const { metadata, display_phone_number: display, waba_info: account } = Named.safeParse(value).data ?? {}
  return {
    accountId: account?.waba_id ?? id,
    field,
    value,
    phoneNumberId: metadata?.phone_number_id,
    number: display === undefined ? undefined : digitsIn(display),
    at: timeOf(time),
  }
}

/** Meta counts seconds; some of its networks count ms. */
function timeOf(time: number | undefined): Date | undefined {
  return time === undefined ? undefined : dateOf(time > 1e11 ? time : time * 1000)
}
