import type { Channel, Outbound, Pace, SendResult } from '@guiche/channel'
import { factsOf } from '#channels/facts'

export interface FakeChannel {
  channel: Channel
  /** Everything that was handed to the network, in its order, tries that failed included. */
  tries: Outbound[]
  /** What the customers got. */
  arrived: Outbound[]
  /** How the network answers from now on; a throw is a broken line. */
  answer(script: (outbound: Outbound) => SendResult | Promise<SendResult>): void
  /** For connections that nothing is on its way on. */
  setPace(pace: Pace): void
}

/** A network that does what a test says. Sending is real up to here. */
export function createFakeChannel(): FakeChannel {
  const tries: Outbound[] = []
  const arrived: Outbound[] = []
  let script: (outbound: Outbound) => SendResult | Promise<SendResult> = () => ({ status: 'sent' })
  let pace: Pace = { atOnce: 100, perSecond: 1000, automatic: { atOnce: 50, perSecond: 500 } }
  return {
    tries,
    arrived,
    answer: (next) => {
      script = next
    },
    setPace: (next) => {
      pace = next
    },
    channel: {
      facts: factsOf('whatsapp'),
      get pace() {
        return pace
      },
      send: async (outbound) => {
        tries.push(outbound)
        const result = await script(outbound)
        if (result.status === 'sent') arrived.push(outbound)
        return result
      },
    },
  }
}
