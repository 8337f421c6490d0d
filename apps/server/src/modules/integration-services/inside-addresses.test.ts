import { expect, test } from 'vitest'
import { askerOver } from '#test/services/asked'
import { insideAddresses, resolveName } from '#test/services/inside-addresses'
import { completeIntegration } from '#modules/queue-integrations'
import { createOutside } from '#platform/outside/outside'
import { createAskIntegration } from './answerer.ts'

const ask = createAskIntegration({ dialogflow: undefined, token: undefined })
const askedOf = askerOver(createOutside({ resolve: resolveName }))

/** An address that was stored when its name stood for something else, or before this was refused. */
const stored = (type: 'typebot' | 'n8n' | 'webhook', urlN8N: string) => {
  const fields = { type, name: 'Robô', urlN8N, typebotSlug: 'loja', signingSecret: 'assina-as-mensagens' }
  const { values: row, secrets } = completeIntegration(fields, undefined)
  return { row, secrets }
}

test.each(['typebot', 'n8n', 'webhook'] as const)('%s is not asked at an address inside (S58)', async (type) => {
  for (const address of insideAddresses) {
    const failure = await ask(stored(type, address), askedOf()).then(
      () => 'answered',
      (error: unknown) => error,
    )
    expect({ address, failure }).toMatchObject({
      address,
      failure: { kind: expect.stringMatching(/^(refusedAddress|unreachable)$/) },
    })
  }
})
