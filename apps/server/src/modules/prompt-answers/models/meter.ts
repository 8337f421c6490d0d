import type { Units } from '#platform/database/unit-of-work'
import { type ModelCall, reserveCall, settleCall } from './model-calls.repository.ts'

export interface Usage {
  promptTokens: number
  completionTokens: number
  /** Of recordings. */
  seconds: number
}

export const noUsage: Usage = { promptTokens: 0, completionTokens: 0, seconds: 0 }

/** So many calls to models are made in one ticket, whatever the customer writes (S52). */
export const callsPerTicket = 150

/** The ticket has used up its calls. */
export class BudgetSpent extends Error {}

/** Makes one call to a model: it is in the ledger before, and what it used afterwards. Throws BudgetSpent. */
export type Meter = <T>(
  call: Pick<ModelCall, 'purpose' | 'model' | 'reserved'>,
  work: () => Promise<{ result: T; used: Usage }>,
) => Promise<T>

export function createMeter(
  units: Units,
  { companyId, promptId, ticketId }: { companyId: number; promptId: number; ticketId: number },
): Meter {
  const bot = { kind: 'bot', companyId, forUserId: null } as const
  return async (call, work) => {
    const id = await units.run(bot, (ctx) => reserveCall(ctx, { ...call, promptId, ticketId }, callsPerTicket))
    if (id === undefined) throw new BudgetSpent('the ticket has used up its calls')
    const settle = (state: 'settled' | 'failed', used: Usage) =>
      units.run(bot, (ctx) => settleCall(ctx, id, state, used))
    try {
      const { result, used } = await work()
      await settle('settled', used)
      return result
    } catch (error) {
      await settle('failed', noUsage)
      throw error
    }
  }
}
