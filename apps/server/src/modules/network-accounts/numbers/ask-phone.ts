import { type GraphClient, isFinal, type NumberKey, askPhoneApp, readNumber } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { recordNotice } from '#modules/connections'
import { giveUpHistory } from '#modules/imports'
import { keyOf } from './link-number.ts'
import { findNumber } from './official-numbers.repository.ts'
import { expectPhone } from './phone/expect-phone.ts'
import { findUnasked, markAsked, setOnPhone } from './phone/on-phone.repository.ts'

type AskDeps = Pick<Deps, 'units' | 'keys' | 'jobs' | 'log'>

/**
 * Meta gives contacts and history of a phone once, within a day after the number came. So it is asked until it has answered, also
 * after a kill; if only its answer was lost, it says that it was asked before.
 */
export function definePhoneAsking({ units, keys, jobs, log }: AskDeps, meta: Meta): void {
  jobs.define(
    'networkAccounts.phone',
    // Pauses grow to an hour, so that all of them are longer than that day.
    { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600, expireInSeconds: 120 },
    async ({ companyId, connectionId }) => {
      const system = { kind: 'system', companyId } as const
      const number = await units.read(system, (ctx) => findNumber(ctx, keys.secretsAtRest, connectionId))
      if (!number || number.isLeft || number.hasEnded) return
      const graph = meta.graphOf(keyOf(number.app))
      if (!graph) return
      const key = { phoneNumberId: number.routingId, token: number.token }
      await ask({ system, connectionId, graph, key }).catch((err: unknown) => {
        // What a person has to mend does not get better by itself. Connecting the number again asks again.
        if (!isFinal(err)) throw err
        log.warn(
          { event: 'network-account.phone-not-asked', err, companyId, connectionId },
          'could not ask Meta about the phone of a number',
        )
      })
    },
  )

  async function ask({ system, connectionId, graph, key }: Asking): Promise<void> {
    const { isOnPhoneApp } = await readNumber(graph, key)
    const parts = await units.run(system, async (ctx) => {
      if (await setOnPhone(ctx, connectionId, isOnPhoneApp)) {
        ctx.emit('connection.saved', { connectionId })
        if (isOnPhoneApp) await expectPhone(ctx, connectionId)
      }
      return findUnasked(ctx, connectionId)
    })
    for (const part of parts ?? []) {
      const outcome = await askPhoneApp(graph, key, part)
      await units.run(system, async (ctx) => {
        await markAsked(ctx, connectionId, part)
        if (part === 'history') await tellOutcome(ctx, connectionId, outcome)
      })
    }
  }
}

interface Asking {
  system: { kind: 'system'; companyId: number }
  connectionId: number
  graph: GraphClient
  key: NumberKey
}

async function tellOutcome(
  ctx: Ctx,
  connectionId: number,
  outcome: Awaited<ReturnType<typeof askPhoneApp>>,
): Promise<void> {
  if (outcome === 'asked') return
  const value = outcome === 'too late' ? 'TOO_LATE' : 'ASKED_BEFORE'
  await recordNotice(ctx, connectionId, { about: 'history', value })
  // What was asked before may still come.
  if (outcome === 'too late') await giveUpHistory(ctx, connectionId)
}
