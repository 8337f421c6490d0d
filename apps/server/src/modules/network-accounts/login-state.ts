import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** In ms. Somebody may have to log in at the network first, and to choose pages. */
const lifetime = 30 * 60_000

const State = z.object({
  companyId: z.number(),
  userId: z.number(),
  addInstagram: z.boolean(),
  /** In ms since 1970. */
  until: z.number(),
  nonce: z.string(),
})

interface Opener {
  companyId: number
  userId: number
}

/** What goes through the login window and comes back: who has opened it. Nobody else can use what it brings. */
export function newLoginState(key: Buffer, { companyId, userId }: Opener, addInstagram: boolean): string {
  const until = Date.now() + lifetime
  const nonce = randomBytes(12).toString('base64url')
  const state: z.output<typeof State> = { companyId, userId, addInstagram, until, nonce }
  const text = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${text}.${sign(key, text)}`
}

/** Undefined: it was not made here, was made for somebody else, or is too old. */
export function readLoginState(
  key: Buffer,
  { companyId, userId }: Opener,
  given: string,
): { addInstagram: boolean } | undefined {
  const [text = '', signature = ''] = given.split('.')
  const [right, sent] = [Buffer.from(sign(key, text)), Buffer.from(signature)]
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) return undefined
  const state = State.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  const isOwn = state.companyId === companyId && state.userId === userId && state.until > Date.now()
  return isOwn ? { addInstagram: state.addInstagram } : undefined
}

const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')
