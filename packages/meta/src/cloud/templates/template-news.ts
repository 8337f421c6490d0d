import { z } from 'zod'

/** What Meta tells about a template by itself. Only what it names has changed. */
export interface TemplateNews {
  /** Of the account. */
  accountId: string
  /** Meta's, of the template. */
  id: string
  status?: string
  rejectedReason?: string
  quality?: string
  category?: string
}

const Value = z.object({
  message_template_id: z.coerce.string().min(1),
  event: z.string().optional().catch(undefined),
  reason: z.string().nullish().catch(undefined),
  new_quality_score: z.string().optional().catch(undefined),
  new_category: z.string().optional().catch(undefined),
  message_template_category: z.string().optional().catch(undefined),
})

/** Events of a status that are not called as the status that follows. */
const statusAfter: Readonly<Record<string, string | undefined>> = {
  REINSTATED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
  // These say what may happen, and change nothing yet.
  FLAGGED: undefined,
  PENDING_DELETION: undefined,
}

/** Undefined: it is about something else, or not as documented. */
export function readTemplateNews(accountId: string, field: string, value: unknown): TemplateNews | undefined {
  const { data } = Value.safeParse(value)
  if (!data) return undefined
  const base = { accountId, id: data.message_template_id }
  switch (field) {
    case 'message_template_status_update': {
      const { event, reason, message_template_category: category } = data
      if (event === undefined) return undefined
      const status = Object.hasOwn(statusAfter, event) ? statusAfter[event] : event
      return {
        ...base,
        ...(status !== undefined && { status }),
        ...(status !== undefined && { rejectedReason: reason ?? 'NONE' }),
        ...(category !== undefined && { category }),
      }
    }
    case 'message_template_quality_update':
      return data.new_quality_score === undefined ? undefined : { ...base, quality: data.new_quality_score }
    case 'template_category_update':
      return data.new_category === undefined ? undefined : { ...base, category: data.new_category }
    default:
      return undefined
  }
}
