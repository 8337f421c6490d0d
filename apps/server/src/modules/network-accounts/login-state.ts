import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type LoginPurpose, purposeOf } from '@guiche/contract'
import { z } from 'zod'

/** In ms. Somebody may have to log in at the network first, to choose pages, or to wait for a code to confirm a number. */
const lifetime = 30 * 60_000

const State = z.object({
  companyId: z.number(),
  userId: z.number(),
  addInstagram: z.boolean(),
  /** The connection that is to be moved. */
  moves: z.number().optional(),
  /** In ms since 1970. */
  until: z.number(),
  nonce: z.string(),
})

interface Opener {
  companyId: number
  userId: number
}

interface Opened {
  purpose: LoginPurpose
  addInstagram?: boolean
  moves?: number | undefined
}

/** What goes through the login window and comes back: who has opened it, and what for. Nobody else can use what it brings. */
export function newLoginState(
  key: Buffer,
  { companyId, userId }: Opener,
  { purpose, addInstagram = false, moves }: Opened,
): string {
  const until = Date.now() + lifetime
  const nonce = randomBytes(12).toString('base64url')
  const state: z.output<typeof State> = { companyId, userId, addInstagram, moves, until, nonce }
  const text = `${purpose}.${Buffer.from(JSON.stringify(state)).toString('base64url')}`
  return `${text}.${sign(key, text)}`
}

/** Undefined: it was not made here, was made for somebody or something else, or is too old. */
export function readLoginState(
  key: Buffer,
  { companyId, userId }: Opener,
  { purpose, state: given }: { purpose: LoginPurpose; state: string | undefined },
): { addInstagram: boolean; moves?: number | undefined } | undefined {
  if (given === undefined || purposeOf(given) !== purpose) return undefined
  const [, payload = '', signature = ''] = given.split('.')
  const [right, sent] = [Buffer.from(sign(key, `${purpose}.${payload}`)), Buffer.from(signature)]
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) return undefined
  const state = State.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  const isOwn = state.companyId === companyId && state.userId === userId && state.until > Date.now()
  return isOwn ? { addInstagram: state.addInstagram, moves: state.moves } : undefined
}

const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')
