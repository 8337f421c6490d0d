import { z } from 'zod'

/** A code, state or token of a login at a network. */
export const LoginSecret = z.string().min(1, 'required').max(4096, 'tooLong')

/** What a login at Meta is for. Its state begins with this word and a dot, so that the browser knows what to do with the code. */
export const loginPurposes = ['pages', 'number'] as const
export type LoginPurpose = (typeof loginPurposes)[number]

export const purposeOf = (state: string): LoginPurpose | undefined =>
  loginPurposes.find((purpose) => state.startsWith(`${purpose}.`))
