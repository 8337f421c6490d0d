import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { IdParams } from '../shared/fields.ts'

export const voiceCallCalls = {
  startVoiceCall: endpoint({
    method: 'POST',
    path: '/tickets/:id/call',
    summary: 'The page of the voice call service that calls the customer; for who serves the ticket',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: z.object({ url: z.url() }),
  }),
} as const
