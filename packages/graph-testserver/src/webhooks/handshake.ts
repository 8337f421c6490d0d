import { randomInt } from 'node:crypto'
import { refuse } from '../refusals/refuse.ts'

/** Asks an address whether it wants webhooks. It has to answer 200 with the challenge, and nothing else. */
export async function shakeHands(callback: string, verifyToken: string): Promise<void> {
  if (!URL.canParse(callback)) throw refuse(100, { message: 'The callback URL is not a valid URL' })
  const url = new URL(callback)
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000))
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', verifyToken)
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => ({ status: 0, text: '' }),
  )
  if (answer.status === 200 && answer.text === challenge) return
  throw refuse(2200, {
    message: `Callback verification failed with the following errors: HTTP Status Code = ${answer.status}`,
  })
}
