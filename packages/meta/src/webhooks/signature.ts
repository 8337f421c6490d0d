import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Whether Meta has sent these bytes: `header` is X-Hub-Signature-256 (S59). */
export function isSigned(body: Buffer, header: string | undefined, appSecret: string): boolean {
  const [, given] = /^sha256=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (given === undefined) return false
  const expected = createHmac('sha256', appSecret).update(body).digest()
  return timingSafeEqual(Buffer.from(given, 'hex'), expected)
}

/** What is answered to Meta when it checks the address. Undefined: somebody else asks. */
export function answerHandshake(query: URLSearchParams, verifyToken: string): string | undefined {
  const challenge = query.get('hub.challenge')
  if (query.get('hub.mode') !== 'subscribe' || challenge === null) return undefined
  return isSame(query.get('hub.verify_token') ?? '', verifyToken) ? challenge : undefined
}

/** In a time that tells nothing of where they differ, or how long they are. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
