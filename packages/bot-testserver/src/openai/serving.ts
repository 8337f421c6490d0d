import type { Mind } from './conversation.ts'

/** What the calls need to know of the server that they are made to. */
export interface Serving {
  contextTokens: number
  knowsMaxCompletionTokens: boolean
  now(): Date
  /** Refuses a model that the server does not have. */
  modelOf(id: string): { isReasoning: boolean }
  mindOf(key: string): Mind
}
