import type { Keys } from '#platform/deps'
import { hashSecret } from '#modules/sessions'

type Key = Pick<Keys, 'recoveryHash'>

/** Each use has a prefix, so that a hash of one kind never equals one of another. */
export const resetHashOf = ({ recoveryHash }: Key, resetId: string): Buffer =>
  hashSecret(recoveryHash, `reset ${resetId}`)

export const browserHashOf = ({ recoveryHash }: Key, secret: string): Buffer =>
  hashSecret(recoveryHash, `browser ${secret}`)

/** A code is right for one request only. */
export const codeHashOf = ({ recoveryHash }: Key, browserHash: Buffer, code: string): Buffer =>
  hashSecret(recoveryHash, `code ${browserHash.toString('base64url')} ${code}`)
