import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'

/** What a login at Meta has opened, as Meta has said it. */
const SignUp = z.object({
  token: z.string(),
  numbers: z.array(
    z.object({
      phoneNumberId: z.string(),
      accountId: z.string(),
      /** Digits with the country. */
      number: z.string(),
      name: z.string(),
      isRegistered: z.boolean(),
      isOnPhone: z.boolean(),
    }),
  ),
})
export type SignUp = z.output<typeof SignUp>
export type FoundNumber = SignUp['numbers'][number]

interface Owner {
  userId: number
  signUpId: string
}

const aadOf = ({ companyId }: Ctx, { userId, signUpId }: Owner) => `${companyId}:${userId}:${signUpId}:number-sign-up`

/** It can be used by this person, for half an hour. */
export async function keepSignUp(ctx: Ctx, key: Buffer, userId: number, signUp: SignUp): Promise<string> {
  const signUpId = randomUUID()
  const sealed = seal(key, JSON.stringify(signUp), aadOf(ctx, { userId, signUpId }))
  await sql`
    insert into number_sign_ups (company_id, id, user_id, key_id, ciphertext, ends_at)
    values (${ctx.companyId}, ${signUpId}, ${userId}, ${sealingKeyId}, ${sealed}, now() + interval '30 minutes')`.execute(
    ctx.db,
  )
  return signUpId
}

export async function findSignUp(ctx: Ctx, key: Buffer, { userId, signUpId }: Owner): Promise<SignUp | undefined> {
  const { rows } = await sql<{ ciphertext: Buffer }>`
    select ciphertext from number_sign_ups
    where company_id = ${ctx.companyId} and id = ${signUpId} and user_id = ${userId} and ends_at > now()`.execute(
    ctx.db,
  )
  const [row] = rows
  return row && SignUp.parse(JSON.parse(unseal(key, row.ciphertext, aadOf(ctx, { userId, signUpId }))))
}

export async function removeSignUp(ctx: Ctx, signUpId: string): Promise<void> {
  await sql`delete from number_sign_ups where company_id = ${ctx.companyId} and id = ${signUpId}`.execute(ctx.db)
}

/** Of logins whose time is over. */
export async function removeOldSignUps(operator: Db): Promise<void> {
  await sql`delete from number_sign_ups where ends_at < now()`.execute(operator)
}
