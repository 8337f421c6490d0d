import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { When } from '../shared/fields.ts'

const DeadLetter = z.object({
  id: z.string(),
  kind: z.enum(['job', 'inbox']),
  name: z.string(),
  companyId: z.number().nullable(),
  companyName: z.string().nullable(),
  attempts: z.number(),
  reason: z.string(),
  createdAt: When,
})

/** Work that failed after all tries, for the operator to see and to run again (R26). */
export const operationCalls = {
  listDeadLetters: endpoint({
    method: 'GET',
    path: '/operations/dead-letters',
    summary: 'Work that was given up, with the reason',
    access: 'super',
    feature: 'none',
    answer: z.array(DeadLetter),
  }),
  retryDeadLetter: endpoint({
    method: 'POST',
    path: '/operations/dead-letters/:kind/:id/retry',
    summary: 'Run it again',
    access: 'super',
    feature: 'none',
    params: z.object({ kind: z.enum(['job', 'inbox']), id: z.string().max(80) }),
    answer: z.object({ retried: z.boolean() }),
  }),
} as const
