import type { Channel, Outbound, SendResult } from '@guiche/channel'

export interface FakeChannel {
  channel: Channel
  /** Everything that was handed to the network, in its order, tries that failed included. */
  tries: Outbound[]
  /** What the customers got. */
  arrived: Outbound[]
  /** How the network answers from now on; a throw is a broken line. */
  answer(script: (outbound: Outbound) => SendResult | Promise<SendResult>): void
}

/** A network that does what a test says. Sending is real up to here. */
export function createFakeChannel(): FakeChannel {
  const tries: Outbound[] = []
  const arrived: Outbound[] = []
  let script: (outbound: Outbound) => SendResult | Promise<SendResult> = () => ({ status: 'sent' })
  return {
    tries,
    arrived,
    answer: (next) => {
      script = next
    },
    channel: {
      name: 'whatsapp',
      limits: { canEdit: true, canDelete: true, canReact: true },
      send: async (outbound) => {
        tries.push(outbound)
        const result = await script(outbound)
        if (result.status === 'sent') arrived.push(outbound)
        return result
      },
    },
  }
}
