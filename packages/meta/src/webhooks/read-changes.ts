import { z } from 'zod'
import { digitsIn } from '../cloud/number-access.ts'
import { parsed } from '../graph/graph-error.ts'

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
}

const Body = z.object({ object: z.literal('whatsapp_business_account'), entry: z.array(z.unknown()) })
const Entry = z.object({ id: z.coerce.string().min(1), changes: z.array(z.unknown()) })
const Change = z.object({ field: z.string(), value: z.unknown() })
const Numbered = z.object({
  metadata: z
    .object({ phone_number_id: z.coerce.string().min(1) })
    .optional()
    .catch(undefined),
  display_phone_number: z.string().optional().catch(undefined),
})

/** Undefined: the webhook is about something else. What is not as documented is counted, and the rest of it is read. */
export function readChanges(body: Buffer): { changes: AccountChange[]; ignored: number } | undefined {
  const { success, data } = Body.safeParse(parsed(body.toString('utf8')))
  if (!success) return undefined
  const changes: AccountChange[] = []
  let ignored = 0
  for (const one of data.entry) {
    const entry = Entry.safeParse(one).data
    if (!entry) ignored += 1
    for (const item of entry?.changes ?? []) {
      const change = Change.safeParse(item).data
      if (change && entry) changes.push({ accountId: entry.id, ...change, ...numberIn(change.value) })
      else ignored += 1
    }
  }
  return { changes, ignored }
}

function numberIn(value: unknown): Pick<AccountChange, 'phoneNumberId' | 'number'> {
  const { metadata, display_phone_number: display } = Numbered.safeParse(value).data ?? {}
  return { phoneNumberId: metadata?.phone_number_id, number: display === undefined ? undefined : digitsIn(display) }
}
