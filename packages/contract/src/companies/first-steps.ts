import { z } from 'zod'
import { endpoint } from '../shared/call.ts'

/** What a new company has done already. */
export const FirstSteps = z.object({
  /** A connection can receive messages. */
  connection: z.boolean(),
  /** A connection hands its tickets to a queue. */
  queue: z.boolean(),
  /** There is a second user. */
  colleague: z.boolean(),
  /** There is a ticket. */
  message: z.boolean(),
})
export type FirstSteps = z.output<typeof FirstSteps>

export const firstStepCalls = {
  firstSteps: endpoint({
    method: 'GET',
    path: '/first-steps',
    summary: 'Which of the first steps a new company has done',
    access: 'admin',
    feature: 'none',
    answer: FirstSteps,
  }),
} as const
