import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { OptionalId } from '../shared/fields.ts'
import { IntegrationBody } from './queue-integrations.ts'

/** What came of a test. Of hosts inside it says no more than of those that cannot be reached. */
export const integrationOutcomes = [
  'answered',
  'refusedAddress',
  'unreachable',
  'timeout',
  'tooLarge',
  'notJson',
  'badAnswer',
  'notAllowed',
  'limit',
  /** The flow or bot is switched off or not there. */
  'inactive',
  'status',
] as const
export type IntegrationOutcome = (typeof integrationOutcomes)[number]

/** What was asked and answered, without secrets. */
export const IntegrationTest = z.object({
  outcome: z.enum(integrationOutcomes),
  /** The last call. Null: there was none. */
  request: z.object({ method: z.string(), url: z.string(), body: z.string() }).nullable(),
  /** Null: nothing came. The body is cut. */
  answer: z.object({ status: z.number(), body: z.string() }).nullable(),
  /** What a customer would be sent: texts, and addresses of files. */
  texts: z.array(z.string()),
  /** In ms. */
  took: z.number(),
})
export type IntegrationTest = z.output<typeof IntegrationTest>

/** What an agent says to "Ola". */
const TestSessionAnswer = z.object({ messages: z.array(z.string()) })
export type TestSessionAnswer = z.output<typeof TestSessionAnswer>

export const integrationTestCalls = {
  testIntegration: endpoint({
    method: 'POST',
    path: '/queueIntegration/test',
    summary: 'Ask an integration that need not be stored, and tell what was asked, what came, and how long it took',
    access: 'admin',
    feature: 'useIntegration',
    /** With an id, masked secrets are those of that integration. */
    body: IntegrationBody.extend({ id: OptionalId.default(null) }),
    answer: IntegrationTest,
  }),
  testIntegrationSession: endpoint({
    method: 'POST',
    path: '/queueIntegration/testSession',
    summary: 'Say "Ola" to a Dialogflow agent and tell its answers, as existing clients do',
    access: 'admin',
    feature: 'useIntegration',
    body: IntegrationBody.pick({ projectName: true, jsonContent: true, language: true }).extend({
      id: OptionalId.default(null),
    }),
    answer: TestSessionAnswer,
  }),
} as const
